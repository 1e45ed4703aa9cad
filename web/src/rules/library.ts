/** A game's library, and the memory that its functions work in. */

import type { Description } from "./description.ts";

/** A function of the library: numbers of 64 bits are bigints, arrays are addresses. */
type Native = (...given: (number | bigint)[]) => any;

export class Library {
  readonly call: Record<string, Native>;
  private readonly memory: WebAssembly.Memory;
  private free: number;

  private constructor(exports: WebAssembly.Exports) {
    this.call = exports as Record<string, Native>;
    this.memory = exports.memory as WebAssembly.Memory;
    this.free = (exports.__heap_base as WebAssembly.Global).value as number;
  }

  static async of(module: WebAssembly.Module): Promise<Library> {
    return new Library((await WebAssembly.instantiate(module, {})).exports);
  }

  /** Allocate so many bytes, all 0. They are never freed. */
  take(bytes: number): number {
    const at = Math.ceil(this.free / 16) * 16;
    this.free = at + bytes;
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  // What is at an address. These are made whenever they are needed: when the memory grows, older ones are void.
  bytes = (at: number, count: number) => new Uint8Array(this.memory.buffer, at, count);
  int32 = (at: number, count: number) => new Int32Array(this.memory.buffer, at, count);
  int64 = (at: number, count: number) => new BigInt64Array(this.memory.buffer, at, count);
  float32 = (at: number, count: number) => new Float32Array(this.memory.buffer, at, count);
  float64 = (at: number, count: number) => new Float64Array(this.memory.buffer, at, count);
}

/** An argument's type as a description tells it: an array has a shape, with −1 for a length that the caller decides. */
export interface Kind {
  item: string;
  size: number; // bytes of one item
  shape: number[] | null;
}

export function kindOf(type: string, description: Description): Kind {
  const [, item, shape] = /^(\w+?)(?:\[(.*)\])?$/.exec(type)!;
  return {
    item: item!,
    size: item === "row" ? description.row : Number(/\d+/.exec(item!)![0]) / 8,
    shape: shape === undefined ? null : shape.split(",").map((length) => (length === "?" ? -1 : Number(length))),
  };
}
