/**
 * Bytes that are read by ranges and never loaded whole: a `Blob`, which files are in browsers and in Node
 * (`fs.openAsBlob`), or an object of a store that is made to look like one.
 */
export interface ByteSource {
  readonly size: number;
  slice(from: number, to: number): ByteSource;
  arrayBuffer(): Promise<ArrayBuffer>;
  stream(): ReadableStream<Uint8Array>;
}

export const bytesOf = async (source: ByteSource): Promise<Uint8Array> => new Uint8Array(await source.arrayBuffer());
