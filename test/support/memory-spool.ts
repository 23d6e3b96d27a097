import type { Spool } from "../../src/archive-format/spool.ts";
import { concatBytes } from "../../src/util/join-bytes.ts";

/** An in-memory spool. Test archives are small. */
export const memorySpool: Spool = {
  create: async () => {
    const written: Uint8Array<ArrayBuffer>[] = [];
    return {
      write: async (bytes) => void written.push(bytes),
      close: async () => new Blob([concatBytes(written).slice()]),
    };
  },
};
