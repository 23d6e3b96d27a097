import { join } from "node:path";
import { readDamaged, writeDurable } from "../os/durable.ts";
import { listBackups, readBackup } from "./backups.ts";
import type { Chunks } from "./chunks.ts";
import { digestOf } from "./whole-chunks.ts";

/** Everything stored is read once within this period, regardless of its size. */
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
/** Minimum bytes read per run. For a small backup directory, that is everything. */
const MIN_BYTES = 256 << 20;

interface ShareCheck {
  readonly bytes: number;
  /** Total bytes stored. */
  readonly all: number;
  readonly damaged: string[];
  /** Damaged chunks without an intact copy. */
  readonly lost: Set<string>;
  /** Records when packs were checked. Damaged packs that weren't removed are checked again next time. */
  note(removed: readonly string[]): void;
}

/**
 * Reads a share of what earlier backups stored, least recently read first: enough to read everything within a month.
 */
export async function checkShare(directory: string, chunks: Chunks, now: number): Promise<ShareCheck> {
  const file = join(directory, "checked.json");
  const { at, packs: known } = readChecked(file);
  const packs = [...chunks.packs()].sort(([a], [b]) => (known[a] ?? 0) - (known[b] ?? 0));
  const all = packs.reduce((sum, [, bytes]) => sum + bytes, 0);
  const share = Math.max(MIN_BYTES, all * Math.min(1, (now - at) / MONTH_MS));
  const checked: Record<string, number> = {};
  const damaged: string[] = [];
  const lost = new Set<string>();
  let bytes = 0;
  for (const [pack, size] of packs) {
    checked[pack] = known[pack] ?? 0;
    if (bytes >= share) continue;
    bytes += size;
    checked[pack] = now;
    const found = await chunks.check(pack);
    for (const digest of found.lost) lost.add(digest);
    if (!found.isWhole) damaged.push(pack);
  }
  return {
    ...{ bytes, all, damaged, lost },
    note(removed) {
      for (const pack of damaged) delete checked[pack];
      // Packs written by this run count as checked, too.
      for (const pack of chunks.packs().keys()) if (!removed.includes(pack)) checked[pack] ??= now;
      const body = JSON.stringify({ at: now, packs: checked });
      writeDurable(file, `${body}\n${digestOf(Buffer.from(body))}\n`);
    },
  };
}

/** Reads when the packs were last checked. An altered file counts as missing, so that everything is checked. */
function readChecked(file: string): { at: number; packs: Record<string, number> } {
  const [body = "", digest] = (readDamaged(file)?.toString() ?? "").split("\n");
  return digestOf(Buffer.from(body)) === digest ? JSON.parse(body) : { at: 0, packs: {} };
}

export function backupsThatNeed(directory: string, digests: ReadonlySet<string>) {
  if (digests.size === 0) return [];
  return listBackups(directory).filter((id) => {
    const backup = readBackup(directory, id, { accepts: true });
    return backup?.files.some(({ chunks }) => chunks.some((digest) => digests.has(digest))) ?? false;
  });
}
