import fs, { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import sqlite, { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listBackups, MARK, readBackup } from "../../src/cli/backup/backups.ts";
import { openChunks } from "../../src/cli/backup/chunks.ts";
import { openStoreToRead } from "../../src/cli/backup/store.ts";
import { takeBackup } from "../../src/cli/backup/take-backup.ts";
import { BLOBS, blobsIn, databasesOf } from "../../src/cli/data-directory/data-files.ts";
import { lostChunks } from "../../src/cli/restore/losses.ts";
import { findBackup, verify } from "../../src/cli/restore/restore-backup.ts";
import { cheapenPassphrases } from "./support/cheap-passphrases.ts";
import { run } from "./support/script.ts";
import { freshData } from "./support/server.ts";
import { changeTexts, makeSmallData } from "./support/small-data.ts";

/** A file with bytes that the disk can't read, after some reads that it still could. */
const bad = { path: "", sectors: [] as { at: number; reads: number }[], opened: new Set<number>() };

/** Packs that are open now, and the most that were open at once. */
const packs = { opened: new Set<number>(), most: 0 };

/** Databases that can't be copied, and SQLite's error code. */
const uncopied = { names: new Set<string>(), errcode: 0 };

const { readFileSync, openSync, closeSync, readSync } = fs;
const { backup } = sqlite;

const fail = () => {
  throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", syscall: "read" });
};

const badDisk = {
  readFileSync: (...args: Parameters<typeof readFileSync>) => (args[0] === bad.path ? fail() : readFileSync(...args)),
  openSync(...args: Parameters<typeof openSync>) {
    const opened = openSync(...args);
    if (args[0] === bad.path) bad.opened.add(opened);
    if (String(args[0]).endsWith(".pack")) packs.opened.add(opened);
    packs.most = Math.max(packs.most, packs.opened.size);
    return opened;
  },
  closeSync(opened: number) {
    bad.opened.delete(opened);
    packs.opened.delete(opened);
    closeSync(opened);
  },
  readSync(file: number, buffer: Buffer, offset: number, length: number, position: number) {
    const sectors = bad.sectors.filter(({ at }) => bad.opened.has(file) && position <= at && at < position + length);
    for (const sector of sectors) {
      sector.reads -= 1;
      if (sector.reads < 0) fail();
    }
    return readSync(file, buffer, offset, length, position);
  },
};

const badCopies = {
  backup(...args: Parameters<typeof backup>) {
    const { names, errcode } = uncopied;
    if (!names.has(args[0].location()?.split("/").at(-1) ?? "")) return backup(...args);
    return Promise.reject(Object.assign(new Error("disk I/O error"), { errcode }));
  },
};

/** Replaces functions of Node's own modules, which other files of this worker may have loaded already. */
function setDisk(disk: object, copies: object): void {
  Object.assign(fs, disk);
  syncBuiltinESMExports();
  // Only what is called as a property of the module is replaced, because Node doesn't sync this one.
  Object.assign(sqlite, copies);
}

beforeAll(() => setDisk(badDisk, badCopies));
afterAll(() => setDisk({ readFileSync, openSync, closeSync, readSync }, { backup }));

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
])("%s in a pack affects only the backups that need the unreadable parts", async (_, sectors) => {
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
  // A sector can have the end of one part and the beginning of the next.
  expect(second.lost).toBeOneOf([sectors.length, sectors.length + 1, 2 * sectors.length]);
  expect(second.harmed).toEqual([first.id]);
  const chunks = openChunks(directory);
  const lost = listBackups(directory).map((id) => lostChunks(chunks, readBackup(directory, id)).size);
  chunks.close();
  expect(lost).toEqual([second.lost, 0]);
});

test.each([
  ["an index", (id: string) => `packs/${id}-1.json`, (id: string) => ({ damaged: [`${id}-1`], mended: [] })],
  ["a list", (id: string) => `backups/${id}.json`, (id: string) => ({ damaged: [], mended: [`backups/${id}.json`] })],
  ["the note of checks", () => "checked.json", () => ({ damaged: [], mended: [] })],
  ["the mark", () => MARK, () => ({ damaged: [], mended: [MARK] })],
])("%s that the disk can't read is replaced, and no data is lost", async (_, path, found) => {
  const [data, directory] = [dataOf(7), freshData()];
  const { id } = await takeBackup({ data, directory, ...wish });
  const backup = readBackup(directory, id);
  Object.assign(bad, { path: join(directory, path(id)), sectors: [{ at: 7, reads: 0 }] });
  onTestFinished(() => {
    bad.path = "";
  });
  verify(directory, findBackup(directory, undefined, false));
  const { checked, lost, lists } = await takeBackup({ data, directory, ...wish });
  expect({ damaged: checked.damaged, mended: lists.mended, lost }).toEqual({ ...found(id), lost: 0 });
  bad.path = "";
  verify(directory, backup);
});

test("a bad sector in an encrypted directory's pack makes only nearby parts unreadable", async () => {
  cheapenPassphrases();
  const [data, directory] = [dataOf(7), freshData()];
  const access = { passphrase: "open sesame", endpoint: undefined, region: undefined };
  const { id, files } = await takeBackup({ data, directory, access, ...wish });
  Object.assign(bad, { path: join(directory, `packs/${id}-1.pack.age`), sectors: [{ at: 50_000, reads: 0 }] });
  onTestFinished(() => {
    bad.path = "";
  });
  const store = await openStoreToRead(directory, access, freshData());
  await store.bring(readBackup(store.directory, id));
  const chunks = openChunks(store.directory);
  const { size } = lostChunks(chunks, { files });
  chunks.close();
  expect([size > 0, size < new Set(files.flatMap((file) => file.chunks)).size]).toEqual([true, true]);
  const second = await takeBackup({ data, directory, access, ...wish });
  expect([second.checked.damaged, second.lost]).toEqual([[`${id}-1`], 0]);
});

test("an uploaded file that the disk can't read is missing from a backup, which has everything else", async () => {
  const [data, directory] = [dataOf(7), freshData()];
  const whole = await takeBackup({ data, directory, ...wish });
  const path = `${BLOBS}/${blobsIn(data)[0]}`;
  Object.assign(bad, { path: join(data, path), sectors: [{ at: 5000, reads: 0 }] });
  onTestFinished(() => {
    bad.path = "";
  });
  const other = freshData();
  const { missing, files } = await takeBackup({ data, directory: other, ...wish });
  expect(missing).toBe(1);
  expect(files.map((file) => file.path)).toEqual(
    whole.files.flatMap((file) => (file.path === path ? [] : [file.path])),
  );
  expect(await run("backup", "--data", data, freshData())).toMatchObject({
    status: 1,
    output: expect.stringContaining(`1 uploaded files are missing from ${data}`),
  });
});

test("a backup names the database that it can't read", async () => {
  const data = dataOf(7);
  const { objects, bulk } = databasesOf(data);
  for (const path of [...bulk, ...objects]) {
    const file = join(data, path);
    const whole = readFileSync(file);
    writeFileSync(file, "no database".repeat(1000));
    const { status, output } = await run("backup", "--data", data, freshData());
    expect([status, output]).toEqual([1, `backup: ${file} cannot be read: file is not a database\n`]);
    writeFileSync(file, whole);
  }
});

/** A data directory with two organizations, and the paths of their databases. */
function dataOfTwo() {
  const data = dataOf(7);
  const [first = ""] = databasesOf(data).objects;
  const second = first.replace("0a.sqlite", "0d.sqlite");
  cpSync(join(data, first), join(data, second));
  const added = new DatabaseSync(join(data, second));
  added.exec("UPDATE identity SET id = 2, subdomain = 'other'");
  added.close();
  onTestFinished(() => uncopied.names.clear());
  return { data, first, second };
}

test("a backup omits only the organization whose database has an unreadable sector", async () => {
  const { data, first, second } = dataOfTwo();
  uncopied.errcode = 8458;
  uncopied.names.add("0d.sqlite");
  const { organizations, failed, files } = await takeBackup({ data, directory: freshData(), ...wish });
  expect(organizations).toMatchObject([{ subdomain: "", file: first }]);
  expect(failed).toEqual([`not in this backup: ${join(data, second)} cannot be read: disk I/O error`]);
  expect(files.map((file) => file.path)).not.toContain(second);
  // A backup without any organization would only take the place of older ones.
  uncopied.names.add("0a.sqlite");
  await expect(takeBackup({ data, directory: freshData(), ...wish })).rejects.toThrow(`${first} cannot be read`);
});

test("a backup fails if the disk is full", async () => {
  const { data } = dataOfTwo();
  uncopied.errcode = 13;
  uncopied.names.add("0d.sqlite");
  await expect(takeBackup({ data, directory: freshData(), ...wish })).rejects.toThrow("disk I/O error");
});

test("checking and reading many packs keeps only a few of them open", async () => {
  const directory = freshData();
  mkdirSync(join(directory, "packs"));
  const written = openChunks(directory, { packBytes: 1 });
  const digests = Array.from({ length: 300 }, (_, index) => written.add("many", Buffer.from(`${index}`)));
  written.close();
  packs.most = 0;
  const chunks = openChunks(directory);
  for (const pack of chunks.packs().keys()) await chunks.check(pack);
  for (const digest of digests) expect(chunks.find(digest)).toBeDefined();
  expect([packs.most > 0, packs.most < 100]).toEqual([true, true]);
  chunks.close();
  expect(packs.opened.size).toBe(0);
});
