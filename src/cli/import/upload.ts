import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import type { MadeArchive } from "./make-archive.ts";
import type { Progress } from "./progress.ts";
import { type Import, importIn, type Site } from "./site.ts";

/**
 * Note about an import that hasn't ended, or whose end this machine hasn't seen. The id is null while it is unknown
 * whether the server created the import. If it did, the import is the first one with an id greater than `after`.
 */
interface Note {
  readonly id: number | null;
  readonly after: number;
  readonly digest: string;
  readonly now: number;
}

export interface ResumableImport {
  readonly begun: Import;
  readonly digest: string;
  readonly now: number;
}

const ENDED = ["done", "cancelled"];

/**
 * Finds the import of this file that this machine started, unless it was cancelled. The server may have finished it
 * since. With the returned time `now`, the same archive can be created again.
 */
async function findBegun(site: Site, file: string): Promise<ResumableImport | undefined> {
  const note = readNote(notePath(site, file));
  if (note === undefined) return undefined;
  const { digest, now } = note;
  const begun = (await importsOf(site)).find(({ id }) => (note.id === null ? id > note.after : id === note.id));
  return begun === undefined || begun.state === "cancelled" ? undefined : { begun, digest, now };
}

/**
 * Checks, before an archive is read, whether the organization can import one at all. Returns the file's earlier import,
 * if any.
 */
export async function askFirst(site: Site, file: string): Promise<ResumableImport | undefined> {
  if (readNote(notePath(site, file)) !== undefined) site.expectAnswer();
  // Throws unless the server responds and accepts the credentials.
  await site.get("/imports");
  const known = await findBegun(site, file);
  if (known !== undefined) return known;
  const { imports, has_messages } = await site.get("/imports");
  refuseSecond(imports as Import[]);
  if (has_messages === true)
    throw new Failure(
      "people have written in this organization already, and an import takes an empty one: create a new one for it",
    );
  return undefined;
}

function refuseSecond(others: readonly Import[]) {
  if (unfinishedAmong(others) !== undefined)
    throw new Failure("another import hasn't ended: wait for it, resume with its archive, or give it up with --cancel");
}

const importsOf = async (site: Site) => (await site.get("/imports"))["imports"] as Import[];

export const unfinishedAmong = (imports: readonly Import[]): Import | undefined =>
  imports.find(({ state }) => !ENDED.includes(state));

/**
 * Makes sure that the server has the whole archive, and returns the import's id. Parts that the server already has
 * aren't sent again.
 */
export async function upload(
  site: Site,
  {
    file,
    made,
    known,
    progress,
  }: { file: string; made: MadeArchive; known: ResumableImport | undefined; progress: Progress },
) {
  const isKnown = known?.digest === made.digest && known.begun.size === made.archive.size;
  const begun = isKnown ? known.begun : await createImport(site, file, made);
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

/** Creates the import. Writes a note first, so that the import is recognized after an interruption at any point. */
async function createImport(site: Site, file: string, { archive, digest, manifest }: MadeArchive): Promise<Import> {
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

/** Cancels the unfinished import, and waits until its changes are undone. */
export async function cancel(site: Site) {
  const begun = unfinishedAmong(await importsOf(site));
  if (begun === undefined) return console.log("No import is in progress.");
  const path = `/imports/${begun.id}`;
  if (begun.state !== "undoing")
    await site.change(`${path}/cancel`, {}, async () => {
      const told = await site.import(path);
      return told.state === "undoing" || told.state === "cancelled" ? told : undefined;
    });
  for (;;) {
    const { state } = await site.import(path);
    if (state === "cancelled") return console.log("The import was canceled, and what it had written was removed.");
    await wait(1000);
  }
}

const noteFolder = () => join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "parley", "imports");

function notePath(site: Site, file: string) {
  const { size, mtimeMs } = statSync(file);
  const name = createHash("sha256").update(JSON.stringify([site.origin.origin, resolve(file), size, mtimeMs]));
  return join(noteFolder(), `${name.digest("hex").slice(0, 32)}.json`);
}

function readNote(path: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Deletes this machine's note about an ended import. */
export function forgetImport(site: Site, file: string) {
  rmSync(notePath(site, file), { force: true });
}
