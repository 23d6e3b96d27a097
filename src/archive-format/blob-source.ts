/**
 * Bytes read by range and never loaded whole: a `Blob`, or a stored object adapted to it. Files are Blobs in browsers
 * and in Node (`fs.openAsBlob`).
 */
export interface ByteSource {
  readonly size: number;
  slice(from: number, to: number): ByteSource;
  arrayBuffer(): Promise<ArrayBuffer>;
  stream(): ReadableStream<Uint8Array>;
}

export const readBytes = async (source: ByteSource): Promise<Uint8Array> => new Uint8Array(await source.arrayBuffer());
