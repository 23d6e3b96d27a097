import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sync } from "../os/durable.ts";
import { listBackups, readBackup, removeBackup } from "./backups.ts";
import { type Away, openChunks } from "./chunks.ts";

/** A pack is rewritten once less than this fraction of it is still needed. */
const MIN_NEEDED = 0.5;

/**
 * Removes all but the newest backups, and the data that only the removed ones needed. The backup that was just made
 * counts as the newest, even if the clock was set back. After an interruption at any point, this can be repeated: a
 * backup is removed before its chunks, and a pack only once its needed chunks are in another one.
 *
 * @param made the id of the backup that was just made
 * @returns how many backups were removed
 */
export async function prune(directory: string, keep: number, made: string, away?: Away): Promise<number> {
  const others = listBackups(directory).filter((id) => id !== made);
  const old = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const id of old) removeBackup(directory, id);
  const lists = listBackups(directory).map((id) => readBackup(directory, id, { accepts: true }));
  const needed = new Set(lists.flatMap((list) => list?.files.flatMap(({ chunks }) => chunks) ?? []));
  // The chunks needed by an unreadable list are unknown.
  if (lists.includes(undefined)) return old.length;
  const chunks = openChunks(directory, away && { away });
  const packs = new Map<string, { all: number; needed: string[]; neededBytes: number }>();
  for (const [digest, { pack, length }] of chunks.places) {
    const entry = packs.get(pack) ?? { all: 0, needed: [], neededBytes: 0 };
    packs.set(pack, entry);
    entry.all += length;
    if (!needed.has(digest)) continue;
    entry.needed.push(digest);
    entry.neededBytes += length;
  }
  const sparse = [...packs].filter(([, entry]) => entry.neededBytes < entry.all * MIN_NEEDED);
  const [newest = "none"] = listBackups(directory).slice(-1);
  for (const [, entry] of sparse) {
    for (const pack of chunks.packsOf(entry.needed)) await away?.fetch(pack);
    for (const digest of entry.needed) {
      const content = chunks.find(digest);
      // The chunk is damaged and has no other copy. Checks report that.
      if (content === undefined) continue;
      chunks.places.delete(digest);
      chunks.add(`${newest}-kept-${Date.now()}`, content);
    }
  }
  chunks.seal();
  chunks.close();
  const { folder } = chunks;
  // Also remove packs that an earlier run copied completely: no chunks are located in them anymore.
  const useful = new Set([...chunks.places.values()].map(({ pack }) => pack));
  const gone = new Set(sparse.map(([pack]) => pack));
  for (const name of readdirSync(folder)) {
    const [, pack = ""] = /^(.*)\.json$/.exec(name) ?? [];
    if (pack === "" || (useful.has(pack) && !gone.has(pack))) continue;
    rmSync(join(folder, name));
    rmSync(join(folder, `${pack}.pack`), { force: true });
  }
  sync(folder);
  return old.length;
}
