import { once } from "node:events";
import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";

/** Temporary files of a folder that goes with the process. */
export class FolderSpool {
  #count = 0;

  /** @param {string} [parent] */
  constructor(parent = tmpdir()) {
    this.folder = mkdtempSync(join(parent, "parley-import-"));
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.once(signal, () => {
        this.remove();
        process.exit(1);
      });
    }
  }

  async create() {
    this.#count += 1;
    const path = join(this.folder, String(this.#count));
    const file = createWriteStream(path);
    return {
      /** @param {Uint8Array<ArrayBuffer>} bytes */
      write: async (bytes) => {
        if (file.errored) throw file.errored;
        if (!file.write(bytes)) await once(file, "drain");
      },
      close: async () => {
        file.end();
        await finished(file);
        return await openAsBlob(path);
      },
    };
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
