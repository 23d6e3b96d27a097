import { once } from "node:events";
import { createWriteStream, mkdtempSync, openAsBlob, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { isAlive } from "../os/processes.ts";

/** Prefix of folder names. The host name and the process id show whether a folder is still in use. */
const OURS = `parley-import-${hostname().replaceAll(/[^\w.]/g, "_")}-`;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Temporary files in a folder that is removed when the process ends. If the process was killed, the next process with
 * the same parent folder removes it.
 */
export class FolderSpool {
  readonly folder: string;

  #count = 0;
  readonly #end: () => void;

  /** @param onEnd called before the process ends because of a signal */
  constructor(parent: string = tmpdir(), onEnd: () => void = () => undefined) {
    removeLeftOvers(parent);
    this.folder = mkdtempSync(join(parent, `${OURS}${process.pid}-`));
    this.#end = () => {
      onEnd();
      this.remove();
      process.exit(1);
    };
    for (const signal of SIGNALS) process.once(signal, this.#end);
  }

  async create() {
    this.#count += 1;
    const path = join(this.folder, String(this.#count));
    // Ignored here, because the next `write`, or `close`, throws the error.
    const file = createWriteStream(path).on("error", () => {});
    return {
      write: async (bytes: Uint8Array<ArrayBuffer>) => {
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
    for (const signal of SIGNALS) process.off(signal, this.#end);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function removeLeftOvers(parent: string = tmpdir()) {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(OURS))) {
    const [, pid] = /^(\d+)-\w+$/.exec(name.slice(OURS.length)) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch (error) {
      // The folder belongs to another user.
      if (!["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}
