/**
 * A picture of Python's memory as it is once everything is imported. From the second visit on Python is not started, but
 * laid out as it was: that is several times quicker. The picture is made in this browser, in the background, and is good
 * for just the files it was made from.
 */

const STORE = "pictures";
const KEY = "python";

interface Picture {
  version: string;
  memory: Uint8Array<ArrayBuffer>;
}

function base(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("kobako engine", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** The picture for these files, if there is one; where nothing can be kept, there is none. */
export async function kept(version: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const asked = (await base()).transaction(STORE).objectStore(STORE).get(KEY) as IDBRequest<Picture | undefined>;
    const found = await new Promise<Picture | undefined>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    return found?.version === version ? found.memory : null;
  } catch {
    return null;
  }
}

/** Keep a picture in place of the last; null: none. */
export async function keep(picture: Picture | null): Promise<void> {
  const doing = (await base()).transaction(STORE, "readwrite");
  if (picture) doing.objectStore(STORE).put(picture, KEY);
  else doing.objectStore(STORE).delete(KEY);
  await new Promise<void>((resolve, reject) => {
    doing.oncomplete = () => resolve();
    doing.onabort = () => reject(doing.error);
  });
}
