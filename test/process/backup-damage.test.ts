import { cpSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listBackups, readBackup } from "../../src/cli/backup/backups.ts";
import { openChunks } from "../../src/cli/backup/chunks.ts";
import { takeBackup } from "../../src/cli/backup/take-backup.ts";
import { BLOBS, blobsIn } from "../../src/cli/data-directory/data-files.ts";
import { findBackup, restore, verify } from "../../src/cli/restore/restore-backup.ts";
import { restoreOne } from "../../src/cli/restore/restore-one.ts";
import { frozenNames, unpack } from "./frozen/archive.ts";
import { file } from "./frozen/forms.ts";
import { foundOrganization, ownerOf } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { run, succeed } from "./support/script.ts";
import { freshData, start } from "./support/server.ts";
import { objectFile, say, shipped, textsOf, within } from "./support/stored.ts";

/** Bytes to flip, each in a separate copy of the backup. backup-flips.test.ts flips more. */
const FLIPS = 2;

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = 255 - (bytes[at] ?? 0);
  writeFileSync(path, bytes);
}

/** Creates a data directory of an earlier program, which contains everything. */
function frozenData(name = frozenNames()[0] ?? ""): string {
  const data = freshData();
  unpack(name, data, []);
  return data;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

const rowsIn = (path: string): number =>
  within(path, (database) => {
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.reduce(
      (sum, { name }) => sum + Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.["n"]),
      0,
    );
  });

const copyOf = (folder: string): string => {
  const copy = freshData();
  cpSync(folder, copy, { recursive: true });
  return copy;
};

const wish = { organization: undefined, keep: undefined };

describe("a backup with a flipped byte", () => {
  test("is rejected as a whole; --accept-losses restores everything except the damaged part", async () => {
    const [data, backups] = [frozenData(), freshData()];
    expect((await takeBackup({ data, directory: backups, ...wish })).organizations[0]?.in_step).toBe(true);
    const whole = freshData();
    restore(backups, findBackup(backups, undefined, false), whole, false);
    const rows = new Map(globSync("**/*.sqlite", { cwd: whole }).map((name) => [name, rowsIn(join(whole, name))]));
    const names = filesIn(backups).filter((name) => /^(packs|backups)/.test(name));
    const random = new Random(20_261_121);
    const targets = Array.from({ length: FLIPS }, (_, index) => {
      const name = index % 3 === 0 ? random.pick(names) : (names.find((one) => one.endsWith(".pack")) ?? "");
      return [name, random.below(statSync(join(backups, name)).size)] as const;
    });
    for (const [name, at] of targets) {
      const about = `${name} at ${at}`;
      const damaged = copyOf(backups);
      flip(join(damaged, name), at);
      const empty = freshData();
      // A wrong value in an index is detected by the content, so nothing is lost.
      const told = await run("restore", "--data", empty, damaged);
      if (told.status !== 0) {
        expect([about, told.output]).toEqual([about, expect.stringContaining("the backup is damaged")]);
        expect(readdirSync(empty)).toEqual([]);
      }
      const to = freshData();
      const backup = findBackup(damaged, undefined, true);
      const missing = restore(damaged, backup, to, true);
      if (told.status === 0) expect([about, missing]).toEqual([about, []]);
      for (const one of filesIn(whole).filter((path) => !path.endsWith(".sqlite") && !path.startsWith("run"))) {
        const isThere = filesIn(to).includes(one);
        expect([about, isThere || missing.length > 0]).toEqual([about, true]);
        if (isThere) expect(readFileSync(join(to, one)).equals(readFileSync(join(whole, one)))).toBe(true);
      }
      for (const [path, count] of rows) {
        if (!filesIn(to).includes(path))
          expect([about, missing.join()]).toEqual([about, expect.stringMatching(/nothing/)]);
        else if (missing.length === 0) expect([about, rowsIn(join(to, path))]).toEqual([about, count]);
        else expect(rowsIn(join(to, path))).toBeLessThanOrEqual(count);
      }

      // The next run detects the damage, stores the data again, and is complete.
      const next = await run("backup", "--data", data, damaged);
      expect([about, next.status, next.output]).toEqual([about, 1, expect.stringContaining("damaged in ")]);
      await succeed("restore", "--verify", damaged);
      expect(await succeed("backup", "--data", data, damaged)).toContain("were read again");
      const noted = JSON.parse(readFileSync(join(data, "run/last-backup.json"), "utf8"));
      expect(noted.whole_at).toBe(noted.at);
    }
  });

  test("affects other backups only if they share the damaged data; the next run reports those with a lasting loss", async () => {
    const [data, backups] = [frozenData(), freshData()];
    const [first] = [await takeBackup({ data, directory: backups, ...wish })];
    const all = first.files.flatMap((one) => one.chunks);
    const isAlone = (digest = "") => all.indexOf(digest) === all.lastIndexOf(digest);
    const blob = first.files.find(({ path, chunks: [only] }) => path.includes("/blobs/") && isAlone(only));
    const [digest = ""] = blob?.chunks ?? [];
    const chunks = openChunks(backups);
    const place = chunks.places.get(digest);
    chunks.close();
    flip(join(backups, `packs/${place?.pack}.pack`), (place?.offset ?? 0) + (place?.length ?? 0) - 1);
    // It is lost in the data directory too.
    rmSync(join(data, blob?.path ?? ""));
    const { status, output } = await run("backup", "--data", data, backups);
    expect([status, output]).toEqual([1, expect.stringContaining(`that earlier backups need (${first.id})`)]);
    expect(output).toContain("1 uploaded files are missing");
    const noted = JSON.parse(readFileSync(join(data, "run/last-backup.json"), "utf8"));
    expect(noted).toEqual({ at: expect.stringMatching(/^\d{4}-/), whole_at: null });
    const kept = listBackups(backups).map((id) => readBackup(backups, id).files.length);
    expect(kept[1]).toBe((kept[0] ?? 0) - 1);
    expect(await run("restore", "--verify", "--at", first.id, backups)).toMatchObject({ status: 1 });
    const to = freshData();
    const restored = await succeed("restore", "--data", to, "--at", first.id, "--accept-losses", backups);
    expect(restored.match(/^missing: .*$/gm)).toEqual([expect.stringMatching(/^missing: the uploaded file \d+\//)]);
    expect(filesIn(to).length).toBeGreaterThan(5);
  });

  test("in one organization's database restores the others unchanged, and the readable parts of that one", async () => {
    const args = ["--rate-limits", "off", "--test-hooks", "--hot-window", "20"];
    const server = await start({ args });
    const port = new URL(server.url).port;
    const [owner, cove] = [await ownerOf(server), await foundOrganization(server, "cove")];
    for (const person of [owner, cove]) {
      for (let count = 0; count < 30; count += 1) await say(person, `text number ${count}`);
      await person.ok(person.send("POST", "/user_uploads", file("content", "file.txt")));
      await shipped(person);
    }
    await server.stop();
    const backups = freshData();
    await succeed("backup", "--data", server.data, backups);
    const path = objectFile(server.data, "cove").slice(server.data.length + 1);
    const { files } = readBackup(backups, listBackups(backups)[0] ?? "");
    const others = new Set(files.filter((one) => one.path !== path).flatMap((one) => one.chunks));
    const own =
      files
        .find((one) => one.path === path)
        ?.chunks.slice(1)
        .filter((digest) => !others.has(digest)) ?? [];
    const chunks = openChunks(backups);
    // A database without its schema is unusable.
    const rows = own.filter((digest) => !chunks.read(digest).includes("CREATE "));
    const place = chunks.places.get(
      rows.find((digest) => chunks.read(digest).includes("text number")) ?? rows[0] ?? "",
    );
    chunks.close();
    flip(join(backups, `packs/${place?.pack}.pack`), (place?.offset ?? 0) + 40);

    const [all, one] = [freshData(), freshData()];
    expect(await run("restore", "--data", one, "--organization", "cove", backups)).toMatchObject({ status: 1 });
    const told = await succeed("restore", "--data", all, "--accept-losses", backups);
    expect(told).not.toMatch(/missing: (?!of the database of "cove")/);
    const again = await start({ data: all, args: [...args, "--port", port] });
    expect((await textsOf(owner)).length).toBe(30);
    await again.stop();
    await succeed("restore", "--data", one, "--organization", "cove", "--accept-losses", backups);
    expect(objectFile(one, "cove")).toContain(path);
  });
});

test("an organization whose database is damaged is left out of backups, and older ones are kept", async () => {
  const [data, backups] = [frozenData(), freshData()];
  const { organizations } = await takeBackup({ data, directory: backups, ...wish });
  const damaged = join(data, dirname(organizations[0]?.file ?? ""), `${"f".repeat(64)}.sqlite`);
  writeFileSync(damaged, "no database");
  const { status, output } = await run("backup", "--data", data, "--keep", "1", backups);
  expect([status, output]).toEqual([
    1,
    expect.stringContaining(`backup: not in this backup: ${damaged} cannot be read`),
  ]);
  const [first = "", second = "", ...more] = listBackups(backups);
  expect(more).toEqual([]);
  expect(readBackup(backups, second).organizations).toEqual(readBackup(backups, first).organizations);
  verify(backups, readBackup(backups, second));
});

test("a backup with an unreadable list keeps its data when later runs remove unneeded data", async () => {
  const backups = freshData();
  // Each has its own data, so that nothing else needs the first one's.
  const data = frozenNames().map((name) => frozenData(name));
  for (const one of data) await takeBackup({ data: one, directory: backups, ...wish });
  const [first = ""] = listBackups(backups);
  const lists = globSync(`backups/${first}.*`, { cwd: backups }).map((name) => join(backups, name));
  const contents = lists.map((path) => readFileSync(path));
  for (const path of lists) writeFileSync(path, "no list");
  await takeBackup({ data: data.at(-1) ?? "", directory: backups, ...wish, keep: data.length + 1 });
  for (const [index, path] of lists.entries()) writeFileSync(path, contents[index] ?? "");
  for (const id of listBackups(backups)) verify(backups, readBackup(backups, id));
  expect(listBackups(backups)).toHaveLength(data.length + 1);
});

test("a new backup is kept even if the clock was set back and older backups have later dates", async () => {
  const [data, backups] = [frozenData(), freshData()];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2099-01-01T00:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  for (const day of [1, 2, 3]) {
    vi.setSystemTime(new Date(Date.UTC(2099, 0, day)));
    await takeBackup({ data, directory: backups, ...wish });
  }
  vi.useRealTimers();
  const { id, removed } = await takeBackup({ data, directory: backups, ...wish, keep: 2 });
  expect([removed, listBackups(backups)]).toEqual([2, [id, expect.stringMatching(/^2099-01-03/)]]);
  for (const one of listBackups(backups)) verify(backups, readBackup(backups, one));
});

test("files that were still being written are stored again by the next backup", async () => {
  const [data, backups] = [frozenData(), freshData()];
  const files = new Map(blobsIn(data).map((name) => [`${BLOBS}/${name}`, readFileSync(join(data, BLOBS, name))]));
  for (const [path, content] of files) writeFileSync(join(data, path), content.subarray(0, content.length >> 1));
  await takeBackup({ data, directory: backups, ...wish });
  for (const [path, content] of files) writeFileSync(join(data, path), content);
  await takeBackup({ data, directory: backups, ...wish });
  const to = freshData();
  restore(backups, findBackup(backups, undefined, false), to, false);
  expect(blobsIn(to)).not.toEqual([]);
  for (const name of blobsIn(to)) {
    const path = `${BLOBS}/${name}`;
    expect([path, readFileSync(join(to, path)).equals(files.get(path) ?? Buffer.alloc(0))]).toEqual([path, true]);
  }
});

describe("a restore of an organization with a damaged database", () => {
  test("succeeds, and warns that later erasures are unknown", async () => {
    const [data, backups] = [frozenData(), freshData()];
    await takeBackup({ data, directory: backups, ...wish });
    const backup = findBackup(backups, undefined, false);
    const [one] = backup.organizations;
    if (one === undefined) throw new Error("no organization");
    writeFileSync(join(data, one.file), "no database".repeat(1000));
    for (const log of ["-wal", "-shm"]) rmSync(join(data, `${one.file}${log}`), { force: true });
    const told = await restoreOne(backups, backup, data, { subdomain: one.subdomain, acceptsLosses: false });
    expect(told).toEqual([expect.stringContaining("who was erased since the newest backup")]);
    expect(rowsIn(join(data, one.file))).toBeGreaterThan(0);
  });

  test("keeps pending erasures that an earlier restore scheduled", async () => {
    const [data, backups] = [frozenData(), freshData()];
    await takeBackup({ data, directory: backups, ...wish });
    const backup = findBackup(backups, undefined, false);
    const [one] = backup.organizations;
    if (one === undefined) throw new Error("no organization");
    const again = "erase-again:4321:1:1790000000";
    const timers = () =>
      within(join(data, one.file), (database) =>
        database
          .prepare("SELECT name FROM timers")
          .all()
          .map(({ name }) => name),
      );
    within(join(data, one.file), (database) => {
      database.exec(
        "CREATE TABLE IF NOT EXISTS erased_users (user_id INTEGER PRIMARY KEY, deletes_messages INTEGER NOT NULL, erased_at INTEGER NOT NULL)",
      );
      database.prepare("INSERT INTO timers (name, due_at) VALUES (?, 0)").run(again);
    });
    await restoreOne(backups, backup, data, { subdomain: one.subdomain, acceptsLosses: false });
    expect(timers()).toContain(again);
  });
});
