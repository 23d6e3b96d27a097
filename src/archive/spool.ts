import { joined } from "../util/join-bytes.ts";

/** Temporary storage for what is being made: files of a folder in Node, of the origin's private one in browsers. */
export interface Spool {
  create(): Promise<SpoolFile>;
}

interface SpoolFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Ends the file. What is returned stays readable until the spool is removed. */
  close(): Promise<Blob>;
}

/** A spool in memory, for archives that are known to be small. */
export const memorySpool: Spool = {
  create: async () => {
    const written: Uint8Array<ArrayBuffer>[] = [];
    return {
      write: async (bytes) => void written.push(bytes),
      close: async () => new Blob([joined(written).slice()]),
    };
  },
};
