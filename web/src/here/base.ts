/** A database of the page's own. A browser may close it at any time, as when it clears what it keeps: then it is opened anew. */
export class Base {
  #opened: Promise<IDBDatabase> | null = null;

  constructor(
    private readonly name: string,
    private readonly furnish: (base: IDBDatabase) => void,
  ) {}

  async transaction(
    stores: string | string[],
    mode: IDBTransactionMode = "readonly",
    how: IDBTransactionOptions = {},
  ): Promise<IDBTransaction> {
    try {
      return (await this.#open()).transaction(stores, mode, how);
    } catch {
      this.#opened = null;
      return (await this.#open()).transaction(stores, mode, how);
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise((resolve, reject) => {
      const opening = indexedDB.open(this.name, 1);
      opening.onupgradeneeded = () => this.furnish(opening.result);
      opening.onsuccess = () => {
        const base = opening.result;
        base.onversionchange = () => base.close(); // somebody wants to be rid of it
        resolve(base);
      };
      opening.onerror = () => reject(opening.error);
    });
    return this.#opened;
  }
}
