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
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { writeDurable } from "../system/durable.mjs";
import { Failure } from "../system/failure.mjs";

/** After so many attempts that brought nothing the download is given up. */
const MOST_FAILURES = 20;
const PAUSE_MS = 1000;

/** What is noted of a download beside its part. @typedef {{ etag: string, secrets: boolean, begun_at: string }} Note */

/** The download into a file that an earlier command has begun, if any. @param {string} file @returns {Note | undefined} */
export function begunDownload(file) {
  const [part, note] = namesOf(file);
  if (!existsSync(part) || !existsSync(note)) return undefined;
  try {
    const noted = JSON.parse(readFileSync(note, "utf8"));
    return typeof noted?.etag === "string" ? noted : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Refuses a file that is there already, and one that cannot be written, before the server is asked for anything.
 *
 * @param {string} file @param {{ mayReplace: boolean }} how
 */
export function checkTarget(file, { mayReplace }) {
  if (existsSync(file) && !statSync(file).isFile()) throw new Failure(`${file} is no file`);
  if (existsSync(file) && !mayReplace) throw new Failure(`${file} is there already; --force replaces it`);
  const [part] = namesOf(file);
  const isNew = !existsSync(part);
  try {
    closeSync(openSync(part, "a", 0o600));
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${/** @type {Error} */ (error).message}`);
  }
  if (isNew) rmSync(part);
}

/** @param {string} file @returns {[part: string, note: string]} */
const namesOf = (file) => [`${file}.part`, `${file}.part.etag`];

/**
 * Downloads an export into a file, which has its name only when it is whole. A download that broke off, even that of an
 * earlier command, goes on where it was, as long as the export is the same.
 *
 * @param {import("../operator/operator.mjs").Operator} operator
 * @param {import("./whole-export.mjs").Done} done
 * @param {{ file: string, secrets: boolean, say: (line: string) => void }} options
 */
export async function download(operator, { path, etag, bytes }, { file, secrets, say }) {
  const [part, note] = namesOf(file);
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
      const { message } = /** @type {Error} */ (error);
      failures = sizeNow() > from ? 0 : failures + 1;
      if (failures > MOST_FAILURES) throw new Failure(`the download broke off at byte ${sizeNow()} (${message})`);
      say(`the download goes on at ${(sizeNow() / 1e6).toFixed(1)} of ${(bytes / 1e6).toFixed(1)} MB (${message})`);
      await pause(PAUSE_MS);
    }
  }
  if (sizeNow() > bytes) throw new Failure(`${part} is longer than the export; remove it and begin again`);
  renameSync(part, file);
  rmSync(note);
}

/**
 * @param {import("../operator/operator.mjs").Operator} operator @param {string} path
 * @param {{ from: number, etag: string, part: string }} rest
 */
async function fetchRest(operator, path, { from, etag, part }) {
  const headers = { range: `bytes=${from}-`, "if-range": etag };
  const response = await operator.send("GET", path, { host: operator.organizationHost, headers });
  const status = response.statusCode ?? 0;
  if (status !== 206) {
    response.destroy();
    // A server that is being restarted answers 503, or the gate 502.
    if (status >= 500 || status === 429) throw new Error(`the server answers ${status}`);
    throw new Failure(`the server answers ${status} to the download: the export has ended, or is another`);
  }
  if (!response.headers["content-range"]?.startsWith(`bytes ${from}-`)) throw new Error("another range was sent");
  // The file has every message: it is for its owner alone.
  await pipeline(response, createWriteStream(part, { flags: "a", mode: 0o600 }));
}
