import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { writeDurable } from "../system/durable.mjs";
import { Failure } from "../system/failure.mjs";
import { importIn } from "./site.mjs";

/**
 * What this machine remembers of an import that has not ended, or of which it has not heard the end. The id is null while
 * nobody knows whether the server has created it: then it is the first one `after` another id.
 *
 * @typedef {{ id: number | null, after: number, digest: string, now: number }} Note
 */
/** @typedef {{ begun: Import, digest: string, now: number }} Known */
/** @typedef {import("./site.mjs").Site} Site @typedef {import("./site.mjs").Import} Import */

const ENDED = ["done", "cancelled"];

/**
 * The import of this file that was begun from this machine, if it was not cancelled: the same archive is made again with its
 * time. One that the server has done in the meantime is it too.
 *
 * @param {Site} site @param {string} file @returns {Promise<Known | undefined>}
 */
export async function findBegun(site, file) {
  const note = readNote(notePath(site, file));
  if (note === undefined) return undefined;
  const { digest, now } = note;
  const begun = (await importsOf(site)).find(({ id }) => (note.id === null ? id > note.after : id === note.id));
  return begun === undefined || begun.state === "cancelled" ? undefined : { begun, digest, now };
}

/**
 * Asks the organization, before an archive is read, whether it can take one at all; returns the import of the file that was
 * begun before, if any.
 *
 * @param {Site} site @param {string} file @returns {Promise<Known | undefined>}
 */
export async function askFirst(site, file) {
  if (readNote(notePath(site, file)) !== undefined) site.expectAnswer();
  await site.reach();
  const known = await findBegun(site, file);
  if (known !== undefined) return known;
  const { imports, has_messages } = await site.get("/imports");
  refuseSecond(/** @type {Import[]} */ (imports));
  if (has_messages === true)
    throw new Failure(
      "people have written in this organization already, and an import takes an empty one: create a new one for it",
    );
  return undefined;
}

/** @param {readonly Import[]} others */
function refuseSecond(others) {
  if (others.some(({ state }) => !ENDED.includes(state)))
    throw new Failure("another import has not ended: wait for it, go on with its archive, or give it up with --cancel");
}

/** @param {Site} site */
const importsOf = async (site) => /** @type {Import[]} */ ((await site.get("/imports"))["imports"]);

/** @param {Site} site @returns {Promise<Import | undefined>} */
const unfinishedOf = async (site) => (await importsOf(site)).find(({ state }) => !ENDED.includes(state));

/**
 * Sees to it that the server has the whole archive, and returns the import's id. Parts that it has are not sent again.
 *
 * @param {Site} site
 * @param {{ file: string, made: import("./make-archive.mjs").Made, known: Known | undefined, progress: import("./progress.mjs").Progress }} what
 */
export async function upload(site, { file, made, known, progress }) {
  const isKnown = known?.digest === made.digest && known.begun.size === made.archive.size;
  const begun = isKnown ? known.begun : await begin(site, file, made);
  const path = `/imports/${begun.id}`;
  for (let told = begun; told.state === "uploading" && told.missing_parts.length > 0; told = await site.import(path)) {
    let received = told.parts_received;
    for (const part of told.missing_parts) {
      progress.show("uploading parts", received, told.parts);
      const from = (part - 1) * told.part_bytes;
      const bytes = new Uint8Array(await made.archive.slice(from, from + told.part_bytes).arrayBuffer());
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await site.put(`${path}/parts/${part}?filename=part&sha256=${sha256}`, bytes);
      received += 1;
    }
  }
  return begun.id;
}

/**
 * Creates the import. It is noted before, so that it is known again wherever this is interrupted.
 *
 * @param {Site} site @param {string} file @param {import("./make-archive.mjs").Made} made @returns {Promise<Import>}
 */
async function begin(site, file, { archive, digest, manifest }) {
  const others = await importsOf(site);
  refuseSecond(others);
  mkdirSync(noteFolder(), { recursive: true });
  const note = { after: Math.max(0, ...others.map(({ id }) => id)), digest, now: manifest.exported_at };
  writeDurable(notePath(site, file), JSON.stringify({ id: null, ...note }));
  const begun = await site.change("/imports", { size: String(archive.size) }, async (asked) => {
    return asked === null ? (await findBegun(site, file))?.begun : importIn(asked);
  });
  writeDurable(notePath(site, file), JSON.stringify({ id: begun.id, ...note }));
  return begun;
}

/** Gives up the import that has not ended, and waits until it is taken back. @param {Site} site */
export async function cancel(site) {
  const begun = await unfinishedOf(site);
  if (begun === undefined) return console.log("No import is under way.");
  const path = `/imports/${begun.id}`;
  if (begun.state !== "undoing")
    await site.change(`${path}/cancel`, {}, async () => {
      const told = await site.import(path);
      return told.state === "undoing" || told.state === "cancelled" ? told : undefined;
    });
  for (;;) {
    const { state } = await site.import(path);
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

/** @param {string} path @returns {Note | undefined} */
function readNote(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Forgets what this machine remembers of an import that has ended. @param {Site} site @param {string} file */
export function forget(site, file) {
  rmSync(notePath(site, file), { force: true });
}
