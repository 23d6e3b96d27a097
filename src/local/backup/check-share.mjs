import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurable } from "../system/durable.mjs";
import { listBackups, readBackup } from "./backups.mjs";

/** Within this time all that is stored is read once, however much it is. */
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
/** The least that each run reads; of a small directory of backups, that is all. */
const LEAST_BYTES = 256 << 20;

/** @typedef {import("./chunks.mjs").Chunks} Chunks */
/**
 * @typedef {object} Checked
 * @property {number} bytes how many were read
 * @property {number} all how many there are
 * @property {string[]} damaged the packs that are not whole
 * @property {Set<string>} lost the chunks that are nowhere else
 * @property {(removed: readonly string[]) => void} note writes down what was read, but for damaged packs that are still there
 */

/**
 * Reads a share of what earlier backups have stored, that which was read last the longest time ago: enough of it for all to be
 * read within a month.
 *
 * @param {string} directory @param {Chunks} chunks @param {number} now
 * @returns {Checked}
 */
export function checkShare(directory, chunks, now) {
  const file = join(directory, "checked.json");
  const { at, packs: known } = readChecked(file);
  const packs = [...chunks.packs()].sort(([a], [b]) => (known[a] ?? 0) - (known[b] ?? 0));
  const all = packs.reduce((sum, [, bytes]) => sum + bytes, 0);
  const share = Math.max(LEAST_BYTES, all * Math.min(1, (now - at) / MONTH_MS));
  /** @type {Record<string, number>} */
  const checked = {};
  /** @type {string[]} */
  const damaged = [];
  /** @type {Set<string>} */
  const lost = new Set();
  let bytes = 0;
  for (const [pack, size] of packs) {
    checked[pack] = known[pack] ?? 0;
    if (bytes >= share) continue;
    bytes += size;
    checked[pack] = now;
    const found = chunks.check(pack);
    for (const digest of found.lost) lost.add(digest);
    if (!found.isWhole) damaged.push(pack);
  }
  return {
    ...{ bytes, all, damaged, lost },
    note(removed) {
      for (const pack of damaged) delete checked[pack];
      // Packs that this run has written count as checked: they are as new as those that it has read.
      for (const pack of chunks.packs().keys()) if (!removed.includes(pack)) checked[pack] ??= now;
      writeDurable(file, JSON.stringify({ at: now, packs: checked }));
    },
  };
}

/** @param {string} file @returns {{ at: number, packs: Record<string, number> }} */
function readChecked(file) {
  try {
    const { at, packs } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    if (Number.isFinite(at) && typeof packs === "object" && packs !== null) return { at, packs };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { at: 0, packs: {} };
}

/**
 * The backups that need some of these chunks.
 *
 * @param {string} directory @param {ReadonlySet<string>} digests
 */
export function backupsThatNeed(directory, digests) {
  if (digests.size === 0) return [];
  return listBackups(directory).filter((id) => {
    const backup = readBackup(directory, id, { accepts: true });
    return backup?.files.some(({ chunks }) => chunks.some((digest) => digests.has(digest))) ?? false;
  });
}
