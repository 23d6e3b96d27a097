/** How large a picture is, and whether it moves. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

/** Letters by which a format marks what follows. */
export const lettersAt = (view: DataView, at: number, length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join("");

export const bytesOf = (view: DataView, from: number, to: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + from, to - from);

/** What a reader finds; undefined where the file ends before it has said all. */
export function unlessItEnds<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
