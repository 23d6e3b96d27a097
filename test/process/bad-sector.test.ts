import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { listBackups, readBackup } from "../../src/cli/backup/backups.ts";
import { openChunks } from "../../src/cli/backup/chunks.ts";
import { takeBackup } from "../../src/cli/backup/take-backup.ts";
import { lostChunks } from "../../src/cli/restore/losses.ts";
import { freshData } from "./support/server.ts";
import { changeTexts, makeSmallData } from "./support/small-data.ts";

/** A file with bytes that the disk can't read, after some reads that it still could. */
const bad = vi.hoisted(() => ({ path: "", sectors: [] as { at: number; reads: number }[], opened: new Set<number>() }));

vi.mock("node:fs", async (load) => {
  const fs = await load<typeof import("node:fs")>();
  const fail = () => {
    throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", syscall: "read" });
  };
  return {
    ...fs,
    readFileSync: (...args: Parameters<typeof fs.readFileSync>) =>
      args[0] === bad.path ? fail() : fs.readFileSync(...args),
    openSync(...args: Parameters<typeof fs.openSync>) {
      const opened = fs.openSync(...args);
      if (args[0] === bad.path) bad.opened.add(opened);
      return opened;
    },
    closeSync(opened: number) {
      bad.opened.delete(opened);
      fs.closeSync(opened);
    },
    readSync(file: number, buffer: Buffer, offset: number, length: number, position: number) {
      const sectors = bad.sectors.filter(({ at }) => bad.opened.has(file) && position <= at && at < position + length);
      for (const sector of sectors) {
        sector.reads -= 1;
        if (sector.reads < 0) fail();
      }
      return fs.readSync(file, buffer, offset, length, position);
    },
  };
});

const dataOf = (seed: number): string => {
  const data = freshData();
  makeSmallData(data, seed);
  return data;
};

const wish = { organization: undefined, keep: undefined };

test.each([
  ["a bad sector", [{ at: 50_000, reads: 0 }]],
  [
    "a sector that turns bad meanwhile",
    [
      { at: 50_000, reads: 0 },
      { at: 70_000, reads: 1 },
    ],
  ],
])("%s in a pack costs only the parts of backups that are in it", async (_, sectors) => {
  const [data, directory] = [dataOf(7), freshData()];
  const first = await takeBackup({ data, directory, ...wish });
  // The first backup alone needs some of its parts; the second uses the others again.
  changeTexts(data, dataOf(8));
  Object.assign(bad, { path: join(directory, `packs/${first.id}-1.pack`), sectors });
  onTestFinished(() => {
    bad.path = "";
  });
  const second = await takeBackup({ data, directory, ...wish });
  expect(second.checked.damaged).toEqual([`${first.id}-1`]);
  expect([second.lost, second.harmed]).toEqual([sectors.length, [first.id]]);
  const chunks = openChunks(directory);
  const lost = listBackups(directory).map((id) => lostChunks(chunks, readBackup(directory, id)).size);
  chunks.close();
  expect(lost).toEqual([sectors.length, 0]);
});
