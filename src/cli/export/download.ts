import {
  closeSync,
  createWriteStream,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Operator } from "../operator/operator.ts";
import { sync, writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import type { FinishedExport } from "./whole-export.ts";

/** Consecutive attempts without progress before the download is abandoned. */
const MAX_FAILURES = 20;
const RETRY_DELAY_MS = 1000;

/** Note about a download, stored next to the partial file. */
interface Note {
  readonly etag: string;
  readonly secrets: boolean;
  readonly begun_at: string;
}

/** Returns the note of a download to this file that an earlier command started. Undefined if there is none. */
export function begunDownload(file: string): Note | undefined {
  const [part, note] = partialFiles(file);
  if (!existsSync(part) || !existsSync(note)) return undefined;
  try {
    const noted = JSON.parse(readFileSync(note, "utf8"));
    return typeof noted?.etag === "string" ? noted : undefined;
  } catch {
    return undefined;
  }
}

/** Throws if the file already exists or can't be written. Called before any request to the server. */
export function checkTarget(file: string, { mayReplace }: { mayReplace: boolean }) {
  if (existsSync(file) && !statSync(file).isFile()) throw new Failure(`${file} isn't a file`);
  if (existsSync(file) && !mayReplace) throw new Failure(`${file} is there already; --force replaces it`);
  const [part] = partialFiles(file);
  const isNew = !existsSync(part);
  try {
    closeSync(openSync(part, "a", 0o600));
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${(error as Error).message}`);
  }
  if (isNew) rmSync(part);
}

const partialFiles = (file: string): [part: string, note: string] => [`${file}.part`, `${file}.part.etag`];

/**
 * Downloads an export to a file, which gets its name only when complete. An interrupted download, even an earlier
 * command's, resumes as long as the export is the same.
 */
export async function download(
  operator: Operator,
  { path, etag, bytes }: FinishedExport,
  { file, secrets, say }: { file: string; secrets: boolean; say: (line: string) => void },
) {
  const [part, note] = partialFiles(file);
  if (begunDownload(file)?.etag !== etag) {
    rmSync(part, { force: true });
    writeDurable(note, JSON.stringify({ etag, secrets, begun_at: new Date().toISOString() }));
  }
  const sizeNow = () => (existsSync(part) ? statSync(part).size : 0);
  for (let failures = 0; sizeNow() < bytes; ) {
    const from = sizeNow();
    try {
      await fetchRest(operator, path, { from, etag, part });
    } catch (error) {
      if (error instanceof Failure) throw error;
      const { message } = error as Error;
      failures = sizeNow() > from ? 0 : failures + 1;
      if (failures > MAX_FAILURES) throw new Failure(`the download broke off at byte ${sizeNow()} (${message})`);
      say(`the download continues at ${(sizeNow() / 1e6).toFixed(1)} of ${(bytes / 1e6).toFixed(1)} MB (${message})`);
      await pause(RETRY_DELAY_MS);
    }
  }
  if (sizeNow() > bytes) throw new Failure(`${part} is longer than the export; remove it and start over`);
  // The download must be on disk before the server's copy is deleted.
  sync(part);
  renameSync(part, file);
  sync(dirname(file));
  rmSync(note);
}

async function fetchRest(
  operator: Operator,
  path: string,
  { from, etag, part }: { from: number; etag: string; part: string },
) {
  const headers = { host: operator.organizationHost, range: `bytes=${from}-`, "if-range": etag };
  const response = await operator.send(path, { headers });
  const status = response.statusCode ?? 0;
  if (status !== 206) {
    response.destroy();
    // While a server restarts, it responds with 503, or the gate with 502.
    if (status >= 500 || status === 429) throw new Error(`the server answers ${status}`);
    throw new Failure(`the server answers ${status} to the download: the export has ended, or is another`);
  }
  if (!response.headers["content-range"]?.startsWith(`bytes ${from}-`)) throw new Error("another range was sent");
  // Only its owner can read the file, because it has every message.
  await pipeline(response, createWriteStream(part, { flags: "a", mode: 0o600 }));
}
