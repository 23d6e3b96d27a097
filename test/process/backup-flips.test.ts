/** @module-tag nightly */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeBackup } from "../../src/cli/backup/take-backup.ts";
import { findBackup, restore, verify } from "../../src/cli/restore/restore-backup.ts";
import { Random } from "./support/random.ts";
import { freshData } from "./support/server.ts";
import { contentsOf, lossOf, makeSmallData } from "./support/small-data.ts";

/** Bytes to flip, each in a separate copy of the backups. Override with `PARLEY_FLIPS`. */
const FLIPS = Number(process.env["PARLEY_FLIPS"] ?? 200);

const wish = { organization: undefined, keep: undefined };

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile() && name !== "lock")
    .sort();
}

test("a byte flipped in a backup is detected by the next run; everything else is restored, and losses are listed", async () => {
  const [data, backups, room] = [freshData(), freshData(), freshData()];
  makeSmallData(data, 7);
  await takeBackup({ data, directory: backups, ...wish });
  const first = findBackup(backups, undefined, false);
  restore(backups, first, join(room, "whole"), false);
  const whole = contentsOf(join(room, "whole"));
  const random = new Random(20_261_122);
  const names = filesIn(backups);
  const kilobytes = names.flatMap((name) => Array(Math.ceil(statSync(join(backups, name)).size / 1000)).fill(name));
  let losses = 0;
  for (let flip = 0; flip < FLIPS; flip += 1) {
    // Covers every file, but most bytes are in packs.
    const name = flip % 4 === 0 ? (names[(flip / 4) % names.length] ?? "") : random.pick<string>(kilobytes);
    const damaged = join(room, `damaged-${flip}`);
    cpSync(backups, damaged, { recursive: true });
    const place = random.below(statSync(join(damaged, name)).size);
    const bytes = readFileSync(join(damaged, name));
    bytes[place] = (bytes[place] ?? 0) ^ (1 << random.below(8));
    writeFileSync(join(damaged, name), bytes);
    const about = `flip ${flip}: ${name} at ${place}`;

    const backup = findBackup(damaged, undefined, true);
    const into = join(room, `restored-${flip}`);
    mkdirSync(into);
    const missing = restore(damaged, backup, into, true);
    const found = contentsOf(into);
    const differing = [...whole.keys()].filter((where) => found.get(where) !== whole.get(where));
    for (const where of differing)
      expect([about, missing.some((line) => lossOf(where).test(line)), where, missing]).toEqual([
        about,
        true,
        where,
        missing,
      ]);
    for (const line of missing)
      expect([about, line, differing.some((where) => lossOf(where).test(line))]).toEqual([about, line, true]);
    const isVerified = succeeds(() => verify(damaged, findBackup(damaged, undefined, false)));
    expect([about, isVerified]).toEqual([about, missing.length === 0]);
    losses += missing.length;

    const next = await takeBackup({ data, directory: damaged, ...wish });
    const told = [...next.checked.damaged.map((pack) => `packs/${pack}`), ...next.lists.mended];
    // The record of verified chunks is only a cache that is recreated; backups don't need it.
    const isNote = name === "checked.json";
    expect([about, told.some((one) => name.startsWith(one))]).toEqual([about, !isNote]);
    // The data still exists, so all backups are complete again, and the next run finds nothing.
    for (const id of [undefined, first.id]) verify(damaged, findBackup(damaged, id, false));
    expect([about, next.harmed]).toEqual([about, []]);
    if (flip % 10 === 0) {
      const after = await takeBackup({ data, directory: damaged, ...wish });
      expect([after.checked.damaged, after.lists.mended, after.added]).toEqual([[], [], 0]);
    }
    for (const made of [damaged, into]) rmSync(made, { recursive: true });
  }
  expect(losses).toBeGreaterThan(FLIPS / 2);
});

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
