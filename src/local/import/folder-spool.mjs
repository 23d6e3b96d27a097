import { once } from "node:events";
import { createWriteStream, mkdtempSync, openAsBlob, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { isAlive } from "../system/processes.mjs";

/** What the names of folders begin with: the machine and the process say whether somebody still needs one. */
const OURS = `parley-import-${hostname().replaceAll(/[^\w.]/g, "_")}-`;

/**
 * Temporary files of a folder that goes with the process. Where that was killed, it goes with the next one that has the same
 * parent.
 */
export class FolderSpool {
  #count = 0;

  /** @param {string} [parent] @param {() => void} [onEnd] is called before the process ends because it was told to */
  constructor(parent = tmpdir(), onEnd = () => undefined) {
    removeLeftOvers(parent);
    this.folder = mkdtempSync(join(parent, `${OURS}${process.pid}-`));
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.once(signal, () => {
        onEnd();
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

/** Removes what killed processes have left. @param {string} [parent] */
export function removeLeftOvers(parent = tmpdir()) {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(OURS))) {
    const [, pid] = /^(\d+)-\w+$/.exec(name.slice(OURS.length)) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch (error) {
      // It is somebody else's.
      if (!["EACCES", "EPERM"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? "")) throw error;
    }
  }
}
