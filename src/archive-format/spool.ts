/** Temporary storage for files being written: a folder in Node, the origin private file system in browsers. */
export interface Spool {
  create(): Promise<SpoolFile>;
}

interface SpoolFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Finishes the file. The returned blob stays readable until the spool is removed. */
  close(): Promise<Blob>;
}
