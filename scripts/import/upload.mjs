import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../server/failure.mjs";
import { importIn } from "./site.mjs";

/** What this machine remembers of an import that has not ended. @typedef {{ id: number, digest: string, now: number }} Remembered */
/** @typedef {import("./site.mjs").Site} Site @typedef {import("./site.mjs").Import} Import */

const ENDED = ["done", "cancelled"];

/**
 * An import of this file that was begun from this machine, and has not ended: the same archive is made again with its time.
 *
 * @param {Site} site @param {string} file @returns {Promise<Remembered | undefined>}
 */
export async function findUnfinished(site, file) {
  const running = await unfinishedOf(site);
  try {
    /** @type {Remembered} */
    const remembered = JSON.parse(readFileSync(notePath(site, file), "utf8"));
    return running?.id === remembered.id ? remembered : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Site} site @returns {Promise<Import | undefined>} */
async function unfinishedOf(site) {
  const imports = /** @type {Import[]} */ ((await site.get("/imports"))["imports"]);
  return imports.find(({ state }) => !ENDED.includes(state));
}

/**
 * Sees to it that the server has the whole archive, and returns the import's id. Parts that it has are not sent again.
 *
 * @param {Site} site
 * @param {{ file: string, made: import("./make-archive.mjs").Made, unfinished: Remembered | undefined, progress: import("./progress.mjs").Progress }} what
 */
export async function upload(site, { file, made: { archive, digest, manifest }, unfinished, progress }) {
  const known = unfinished?.digest === digest ? unfinished : undefined;
  const other = await unfinishedOf(site);
  if (known === undefined && other !== undefined)
    throw new Failure("another import has not ended: wait for it, go on with its archive, or give it up with --cancel");
  const begun = other ?? importIn(await site.post("/imports", { size: String(archive.size) }));
  if (known === undefined) {
    mkdirSync(noteFolder(), { recursive: true });
    writeFileSync(notePath(site, file), JSON.stringify({ id: begun.id, digest, now: manifest.exported_at }));
  }
  const path = `/imports/${begun.id}`;
  for (let told = begun; told.state === "uploading" && told.missing_parts.length > 0; told = await site.import(path)) {
    let received = told.parts_received;
    for (const part of told.missing_parts) {
      progress.show("uploading parts", received, told.parts);
      const from = (part - 1) * told.part_bytes;
      const bytes = new Uint8Array(await archive.slice(from, from + told.part_bytes).arrayBuffer());
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await site.put(`${path}/parts/${part}?filename=part&sha256=${sha256}`, bytes);
      received += 1;
    }
  }
  return begun.id;
}

/** Gives up the import that has not ended, and waits until it is taken back. @param {Site} site */
export async function cancel(site) {
  const begun = await unfinishedOf(site);
  if (begun === undefined) return console.log("No import is under way.");
  if (begun.state !== "undoing") await site.post(`/imports/${begun.id}/cancel`);
  for (;;) {
    const { state } = await site.import(`/imports/${begun.id}`);
    if (state === "cancelled") return console.log("The import is cancelled, and what it had written is taken back.");
    await wait(1000);
  }
}

const noteFolder = () => join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "parley", "imports");

/** @param {Site} site @param {string} file */
function notePath(site, file) {
  const { size, mtimeMs } = statSync(file);
  const name = createHash("sha256").update(JSON.stringify([site.origin.origin, resolve(file), size, mtimeMs]));
  return join(noteFolder(), `${name.digest("hex").slice(0, 32)}.json`);
}

/** Forgets what this machine remembers of an import that has ended. @param {Site} site @param {string} file */
export function forget(site, file) {
  rmSync(notePath(site, file), { force: true });
}
