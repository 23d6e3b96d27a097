/** Temporary storage for what is being made: files of a folder in Node, of the origin's private one in browsers. */
export interface Spool {
  create(): Promise<SpoolFile>;
}

interface SpoolFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Ends the file. What is returned stays readable until the spool is removed. */
  close(): Promise<Blob>;
}
