import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { beforeEach, expect, test, vi } from "vitest";
import { openStoreToRead, type StoreAccess } from "../../src/cli/backup/store.ts";
import { takeBackup } from "../../src/cli/backup/take-backup.ts";
import { findBackup, restore, verify } from "../../src/cli/restore/restore-backup.ts";
import { cheapenPassphrases } from "./support/cheap-passphrases.ts";
import { Random } from "./support/random.ts";
import { KEYS, type StandIn, startS3 } from "./support/s3-stand-in.ts";
import { freshData } from "./support/server.ts";
import { addUpload, changeTexts, contentsOf, keptIn, lossOf, makeSmallData } from "./support/small-data.ts";

/** Bytes to flip, each in a separate copy of the store. Override with `PARLEY_FLIPS`. */
const FLIPS = Number(process.env["PARLEY_FLIPS"] ?? 20);

const wish = { organization: undefined, keep: undefined };

beforeEach(() => {
  cheapenPassphrases();
  vi.stubEnv("AWS_ACCESS_KEY_ID", KEYS.id);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", KEYS.secret);
  return () => vi.unstubAllEnvs();
});

const accessTo = (s3: StandIn, passphrase?: string): StoreAccess => ({
  ...{ passphrase, endpoint: s3.endpoint, region: "auto" },
});

function someData(seed = 7): string {
  const data = freshData();
  makeSmallData(data, seed);
  return data;
}

/** Restores the newest backup of a store. Returns its contents and the reported losses. */
async function restored(address: string, access: StoreAccess, acceptsLosses = false) {
  const into = freshData();
  const store = await openStoreToRead(address, access, join(into, "run", "brought"));
  const backup = findBackup(store.directory, undefined, acceptsLosses);
  await store.bring(backup);
  const missing = restore(store.directory, backup, into, acceptsLosses);
  store.close();
  return { missing, contents: keptIn(contentsOf(into)), all: contentsOf(into) };
}

const pathOf = (data: string, name: string) => readFileSync(join(data, "r2/uploads/blobs", name), "utf8");

test("a backup in a bucket restores all data; each run adds only new data and removes expired backups", async () => {
  const s3 = await startS3("backups", 3);
  const data = someData();
  const access = accessTo(s3);
  const address = "s3://backups/of/parley";
  const first = await takeBackup({ data, directory: address, access, ...wish });
  expect([...s3.objects.keys()].every((key) => key.startsWith("of/parley/"))).toBe(true);
  expect((await restored(address, access)).contents).toEqual(keptIn(contentsOf(data)));
  addUpload(data, "four", "new");
  const second = await takeBackup({ data, directory: address, access, ...wish, keep: 1 });
  expect(second.added).toBeLessThan(first.added / 5);
  expect(second.removed).toBe(1);
  expect((await restored(address, access)).contents).toEqual(keptIn(contentsOf(data)));
  const lists = [...s3.objects.keys()].filter((key) => key.includes("/backups/"));
  expect(lists.every((key) => key.includes(second.id))).toBe(true);
  // Much of a pack is unused now; the rest is copied into another.
  changeTexts(data, someData(8));
  await takeBackup({ data, directory: address, access, ...wish, keep: 1 });
  expect(s3.objects.has(`of/parley/packs/${first.id}-1.pack`)).toBe(false);
  await restored(address, access);
});

test("failed requests, broken connections and lost responses only cost retries", async () => {
  const s3 = await startS3("backups", 3);
  const data = someData();
  const random = new Random(4);
  const faults = [{ status: 503 }, { cutAfter: 0 }, { cutAfter: 9000 }];
  s3.fault = () => faults[random.below(4 * faults.length)];
  const access = accessTo(s3);
  await takeBackup({ data, directory: "s3://backups", access, ...wish });
  expect((await restored("s3://backups", access)).contents).toEqual(keptIn(contentsOf(data)));
  s3.fault = () => undefined;
  const again = await takeBackup({ data, directory: "s3://backups", access, ...wish });
  expect([again.added, again.checked.damaged]).toEqual([0, []]);
  // Wrong or missing credentials end the run.
  for (const [name, value, message] of [
    ["AWS_SECRET_ACCESS_KEY", "wrong", /403 SignatureDoesNotMatch/],
    ["AWS_ACCESS_KEY_ID", "", /let in to an s3:/],
  ] as const) {
    vi.stubEnv(name, value);
    await expect(takeBackup({ data, directory: "s3://backups", access, ...wish })).rejects.toThrow(message);
  }
});

test("a run that fails before writing its list keeps earlier backups, and the next one removes no recent objects", async () => {
  const s3 = await startS3("backups");
  const data = someData();
  const access = accessTo(s3);
  await takeBackup({ data, directory: "s3://backups", access, ...wish });
  const before = keptIn(contentsOf(data));
  changeTexts(data, someData(8));
  for (const ends of [/pack$/, /packs.*json$/, /copy$/]) {
    const keys = new Set(s3.objects.keys());
    s3.fault = (request) => (request.startsWith("PUT") && ends.test(request) ? { status: 403 } : undefined);
    await expect(takeBackup({ data, directory: "s3://backups", access, ...wish })).rejects.toThrow(/403/);
    s3.fault = () => undefined;
    expect([...keys].filter((key) => !s3.objects.has(key))).toEqual([]);
    expect((await restored("s3://backups", access)).contents).toEqual(before);
  }
  const last = await takeBackup({ data, directory: "s3://backups", access, ...wish });
  // Reuses what the third run stored.
  expect(last.added).toBe(0);
  expect((await restored("s3://backups", access)).contents).toEqual(keptIn(contentsOf(data)));
});

test("an encrypted store reveals nothing, and can be read only with its passphrase", async () => {
  const s3 = await startS3("backups");
  const data = someData();
  const access = accessTo(s3, "correct horse battery staple");
  await takeBackup({ data, directory: "s3://backups", access, ...wish });
  const seen = [...s3.objects].map(([key, content]) => key + content.toString("latin1")).join();
  for (const secret of [pathOf(data, "one-id").slice(0, 40), "parley-Realm", "one-id", "zuliprc"])
    expect(seen.includes(secret)).toBe(false);
  const packs = [...s3.objects.keys()].filter((key) => key.includes("/"));
  expect(packs.every((key) => /^(packs|backups)\/[\dTZ-]+\.(pack|json|copy)\.age$/.test(key))).toBe(true);
  expect((await restored("s3://backups", access)).contents).toEqual(keptIn(contentsOf(data)));
  const refused = (passphrase: string | undefined) =>
    expect(takeBackup({ data, directory: "s3://backups", access: accessTo(s3, passphrase), ...wish })).rejects;
  await refused("wrong").toThrow("the passphrase is not that of s3://backups");
  await refused(undefined).toThrow("are encrypted: say --passphrase-file");
  await refused(await generateX25519Identity()).toThrow("the key is not that of s3://backups");
});

test("each flipped byte in an encrypted bucket is detected, all else is restored, and all losses are listed", {
  tags: "nightly",
}, async () => {
  const s3 = await startS3("backups");
  const data = someData();
  const access = accessTo(s3, await generateX25519Identity());
  const address = "s3://backups";
  const first = await takeBackup({ data, directory: address, access, ...wish });
  const { all: whole } = await restored(address, access);
  const stored = new Map(s3.objects);
  const names = [...stored.keys()];
  const random = new Random(20_261_122);
  const kilobytes = names.flatMap((name) => Array(Math.ceil((stored.get(name)?.length ?? 0) / 1000)).fill(name));
  let losses = 0;
  for (let flip = 0; flip < FLIPS; flip += 1) {
    s3.objects.clear();
    for (const [name, content] of stored) s3.objects.set(name, content);
    const name = flip % 4 === 0 ? (names[(flip / 4) % names.length] ?? "") : random.pick<string>(kilobytes);
    const bytes = Buffer.from(stored.get(name) ?? "");
    const place = random.below(bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << random.below(8));
    s3.objects.set(name, bytes);
    const about = `flip ${flip}: ${name} at ${place}`;

    const { missing, all: contents } = await restored(address, access, true);
    const differing = [...whole.keys()].filter((where) => contents.get(where) !== whole.get(where));
    for (const where of differing)
      expect([about, where, missing.some((line) => lossOf(where).test(line)), missing]).toEqual([
        about,
        where,
        true,
        missing,
      ]);
    for (const line of missing)
      expect([about, line, differing.some((where) => lossOf(where).test(line))]).toEqual([about, line, true]);
    losses += missing.length;

    const next = await takeBackup({ data, directory: address, access, ...wish });
    const told = [...next.checked.damaged.map((pack) => `packs/${pack}`), ...next.lists.mended];
    expect([about, told.some((one) => name.startsWith(one))]).toEqual([about, !name.startsWith("checked.json")]);
    expect([about, next.harmed]).toEqual([about, []]);
    if (flip % 4 !== 0) continue;
    const store = await openStoreToRead(address, access, join(freshData(), "brought"));
    for (const id of [undefined, first.id]) {
      const backup = findBackup(store.directory, id, false);
      await store.bring(backup);
      verify(store.directory, backup);
    }
  }
  expect(losses).toBeGreaterThan(FLIPS / 2);
});
