// A game's WebAssembly module: rooms in its memory, and its kernels, called by their names.

/** Where a field lies in a record: as in NumPy's record of the same state. */
interface Field {
  offset: number;
  element: string;
  sizes: number[];
}

/** What is written beside a module: see `Module` in src/kobako/core/wasm. */
export interface Layout {
  game: string;
  version: number;
  free: number;
  records: Record<string, { size: number; fields: Record<string, Field> }>;
  exports: Record<string, { parameters: Record<string, string>; returns: number }>;
  search: {
    actions: number;
    most_legal: number;
    exploration: number;
    deepest: number;
    roots: number;
    seats: number;
    learned?: Learned;
  };
}

/** What the game's mind has learned: see docs/minds.md. */
export interface Learned {
  weights: number[];
  exploration: number;
  widening: number;
  width: number;
}

/** An array in a module's memory. */
export interface Room {
  at: number;
  sizes: number[];
  bytes: number;
}

const SIZES: Record<string, number> = {
  bool: 1,
  uint8: 1,
  int16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  float32: 4,
  float64: 8,
};
const APART = 16; // every room begins at a multiple of this
const PAGE = 65536;

/** A module at work. */
export class Kernels {
  readonly layout: Layout;
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  #free: number;

  constructor(instance: WebAssembly.Instance, layout: Layout) {
    this.layout = layout;
    this.#exports = instance.exports;
    this.#memory = instance.exports.memory as WebAssembly.Memory;
    this.#free = layout.free;
  }

  /** The module of these bytes. It imports nothing. */
  static async of(bytes: BufferSource, layout: Layout): Promise<Kernels> {
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Kernels(instance, layout);
  }

  /** Room for an array of numbers or records, zeroed. */
  room(element: string, ...sizes: number[]): Room {
    const each = this.layout.records[element]?.size ?? SIZES[element];
    if (each === undefined) throw new Error(`no element ${element}`);
    const bytes = sizes.reduce((product, size) => product * size, each);
    const at = Math.ceil(this.#free / APART) * APART;
    this.#free = at + bytes;
    const more = this.#free - this.#memory.buffer.byteLength;
    if (more > 0) this.#memory.grow(Math.ceil(more / PAGE));
    const room = { at, sizes, bytes };
    this.bytes(room).fill(0);
    return room;
  }

  /** Give all rooms back: those there are must not be used any more. */
  clear(): void {
    this.#free = this.layout.free;
  }

  /** A room's bytes. Look again after another room was made: memory that grows moves. */
  bytes(room: Room): Uint8Array {
    return new Uint8Array(this.#memory.buffer, room.at, room.bytes);
  }

  /** The same, to read and write numbers at offsets. */
  view(room: Room): DataView {
    return new DataView(this.#memory.buffer, room.at, room.bytes);
  }

  /** Call a kernel with rooms and numbers, in the order of its parameters. */
  call(name: string, ...given: (Room | number)[]): number {
    const kinds = Object.values(this.layout.exports[name]?.parameters ?? {});
    if (kinds.length !== given.length) throw new Error(`${name} takes ${kinds.length} arguments, not ${given.length}`);
    const flat = given.flatMap((value, i): (number | bigint)[] => {
      if (typeof value !== "number") return [value.at, ...value.sizes];
      return [kinds[i] === "int64" ? BigInt(value) : value];
    });
    const run = this.#exports[name] as (...flat: (number | bigint)[]) => bigint | undefined;
    return Number(run(...flat) ?? 0);
  }
}
