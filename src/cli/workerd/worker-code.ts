import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PREFIX = "code-";

/** A Worker's code, which takes 7 MB. The server only needs it again if a stored configuration is lost or replaced. */
export interface WorkerCode {
  readonly digest: string;
  read(): string;
}

/** Keeps code in a file instead of memory, unless that fails, as on a full disk. */
export function storeCode(folder: string, code: string): WorkerCode {
  const digest = createHash("sha256").update(code).digest("hex");
  const file = join(folder, PREFIX + digest);
  return isWritten(file, code) ? inFile(digest, file) : inMemory(digest, code);
}

// Separate functions: closures created in the same function would keep the code in memory.
const inFile = (digest: string, file: string) => ({ digest, read: () => readFileSync(file, "utf8") });
const inMemory = (digest: string, code: string) => ({ digest, read: () => code });

function isWritten(file: string, code: string) {
  try {
    writeFileSync(file, code, { mode: 0o600 });
    return true;
  } catch {
    rmSync(file, { force: true });
    return false;
  }
}

export function removeOtherCode(folder: string, kept: readonly WorkerCode[]): void {
  const names = new Set(kept.map(({ digest }) => PREFIX + digest));
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX) && !names.has(name)) rmSync(join(folder, name));
}
