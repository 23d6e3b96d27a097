import type { Spool } from "../../src/archive-format/spool.ts";
import { concatBytes } from "../../src/util/join-bytes.ts";

/** A spool in memory, which is enough for the small archives in tests. */
export const memorySpool: Spool = {
  create: async () => {
    const written: Uint8Array<ArrayBuffer>[] = [];
    return {
      write: async (bytes) => void written.push(bytes),
      close: async () => new Blob([concatBytes(written).slice()]),
    };
  },
};
