import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Encrypter } from "age-encryption";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listBackups, readBackup } from "../../src/cli/backup/backups.ts";
import { openStoreToRead } from "../../src/cli/backup/store.ts";
import { takeBackup } from "../../src/cli/backup/take-backup.ts";
import { digestOf } from "../../src/cli/backup/whole-chunks.ts";
import { restoreCommand } from "../../src/cli/restore/command.ts";
import { findBackup, restore } from "../../src/cli/restore/restore-backup.ts";
import { cheapenPassphrases } from "./support/cheap-passphrases.ts";
import type { Json } from "./support/person.ts";
import { freshData } from "./support/server.ts";
import { contentsOf, keptIn, makeSmallData } from "./support/small-data.ts";

const wish = { organization: undefined, keep: undefined };
const PASSPHRASE = "correct horse battery staple";
const sealed = { passphrase: PASSPHRASE, endpoint: undefined, region: undefined };

beforeEach(cheapenPassphrases);

async function backupOf(access?: typeof sealed) {
  const data = freshData();
  makeSmallData(data, 7);
  const directory = freshData();
  const { id } = await takeBackup({ data, directory, ...(access && { access }), ...wish });
  return { data, directory, id };
}

/** A changed backup list, with a matching digest. */
function changed(list: string, change: (backup: Json) => void): string {
  const backup = JSON.parse(list.split("\n", 1)[0] ?? "");
  change(backup);
  const body = JSON.stringify(backup);
  return `${body}\n${digestOf(Buffer.from(body))}\n`;
}

describe("a backup list with forbidden file paths", () => {
  const paths = [
    "../pwned",
    "do/../../pwned",
    "/tmp/pwned",
    "do\\..\\..\\pwned",
    "d1/..",
    "run/server.json",
    ".bashrc",
    "do/./x",
    "r2/uploads/blobs/a\0b",
    "",
    7,
  ];

  test.each(paths)("is rejected, and nothing is written: %j", async (path) => {
    const { directory, id } = await backupOf();
    const original = readFileSync(join(directory, "backups", `${id}.json`), "utf8");
    const changes: ((backup: Json) => void)[] = [
      ({ files }) => files.push({ ...files[0], path }),
      ({ organizations }) => {
        organizations[0].file = path;
      },
    ];
    for (const change of changes) {
      for (const end of ["json", "copy"])
        writeFileSync(join(directory, "backups", `${id}.${end}`), changed(original, change));
      expect(() => findBackup(directory, undefined, false)).toThrow("the backup is refused");
      expect(() => findBackup(directory, undefined, true)).toThrow("is lost");
      const into = join(freshData(), "restored");
      for (const words of [
        ["--data", into, directory],
        ["--verify", directory],
      ]) {
        const said = vi.spyOn(console, "error").mockReturnValue();
        await restoreCommand(words);
        expect([process.exitCode, said.mock.calls.join()]).toEqual([1, expect.stringContaining("is refused")]);
        process.exitCode = undefined;
        said.mockRestore();
      }
      expect(existsSync(join(into, "do"))).toBe(false);
    }
  });
});

describe("an encrypted backup", () => {
  const restored = async (directory: string) => {
    const into = freshData();
    const store = await openStoreToRead(directory, sealed, join(into, "run", "brought"));
    const backup = findBackup(store.directory, undefined, false);
    await store.bring(backup);
    restore(store.directory, backup, into, false);
    store.close();
    return { contents: keptIn(contentsOf(into)), isUnsigned: store.isUnsigned(backup) };
  };

  /** Encrypts as anyone with the public key could. */
  const seal = (directory: string, content: string | Uint8Array) => {
    const { recipient } = JSON.parse(readFileSync(join(directory, "parley-sealed.json"), "utf8"));
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    return encrypter.encrypt(content);
  };

  const listOf = async (directory: string) => {
    const store = await openStoreToRead(directory, sealed, join(freshData(), "brought"));
    const [id = ""] = listBackups(store.directory);
    return { id, text: readFileSync(join(store.directory, "backups", `${id}.json`), "utf8") };
  };

  test("is rejected if written without the passphrase", async () => {
    const { data, directory } = await backupOf(sealed);
    const { contents, isUnsigned } = await restored(directory);
    expect([contents, isUnsigned]).toEqual([keptIn(contentsOf(data)), false]);
    const { id, text } = await listOf(directory);
    const forged = changed(text, ({ organizations }) => {
      organizations[0].subdomain = "forged";
    });
    for (const content of [forged, `${forged}signed:${"0".repeat(64)}\n`]) {
      for (const end of ["json", "copy"])
        writeFileSync(join(directory, "backups", `${id}.${end}.age`), await seal(directory, content));
      await expect(restored(directory)).rejects.toThrow("the backup is damaged");
    }
  });

  test("without a signature is restored only with --accept-unsigned, even if it is encrypted to an age key", async () => {
    const { generateX25519Identity } = await import("age-encryption");
    const key = await generateX25519Identity();
    const { data, directory } = await backupOf({ ...sealed, passphrase: key });
    const restoredBy = async (...words: string[]) => {
      const said = vi.spyOn(console, "error").mockReturnValue();
      const into = join(freshData(), "restored");
      await restoreCommand(["--data", into, ...words, directory]);
      const { exitCode } = process;
      process.exitCode = undefined;
      const errors = said.mock.calls.join();
      said.mockRestore();
      return { exitCode, errors, into };
    };
    vi.stubEnv("PARLEY_BACKUP_PASSPHRASE", key);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await restoredBy()).exitCode).toBeUndefined();
    const store = await openStoreToRead(directory, { ...sealed, passphrase: key }, join(freshData(), "brought"));
    const [id = ""] = listBackups(store.directory);
    const text = readFileSync(join(store.directory, "backups", `${id}.json`), "utf8");
    for (const end of ["json", "copy"])
      writeFileSync(join(directory, "backups", `${id}.${end}.age`), await seal(directory, text));
    for (const words of [[], ["--verify"], ["--organization", ""]]) {
      const { exitCode, errors, into } = await restoredBy(...words);
      expect([exitCode, errors]).toEqual([1, expect.stringContaining("--accept-unsigned")]);
      expect(existsSync(join(into, "do"))).toBe(false);
    }
    const accepted = await restoredBy("--accept-unsigned");
    expect(accepted.exitCode).toBeUndefined();
    expect(keptIn(contentsOf(accepted.into))).toEqual(keptIn(contentsOf(data)));
  });

  test("is rejected under another backup's name", async () => {
    const { directory, id } = await backupOf(sealed);
    const another = "2020-01-01T00-00-00-000Z";
    for (const end of ["json.age", "copy.age"]) {
      const content = readFileSync(join(directory, "backups", `${id}.${end}`));
      writeFileSync(join(directory, "backups", `${another}.${end}`), content);
      rmSync(join(directory, "backups", `${id}.${end}`));
    }
    await expect(restored(directory)).rejects.toThrow("the backup is damaged");
  });

  test("in a directory made by an earlier version is restored only with --accept-unsigned", {
    tags: "nightly",
  }, async () => {
    const { data, directory } = await backupOf(sealed);
    const { id, text } = await listOf(directory);
    // The key file of that version didn't record that lists are signed.
    const { Decrypter } = await import("age-encryption");
    const opener = new Decrypter();
    opener.addPassphrase(PASSPHRASE);
    const key = await opener.decrypt(readFileSync(join(directory, "key.age")), "text");
    const sealer = new Encrypter();
    sealer.setPassphrase(PASSPHRASE);
    const older = await sealer.encrypt(key.replace(/^# Lists.*\n/m, ""));
    for (const name of ["key.age", "key-copy.age"]) writeFileSync(join(directory, name), older);
    for (const end of ["json", "copy"])
      writeFileSync(join(directory, "backups", `${id}.${end}.age`), await seal(directory, text));
    const { contents, isUnsigned } = await restored(directory);
    expect([contents, isUnsigned]).toEqual([keptIn(contentsOf(data)), true]);
    const said = vi.spyOn(console, "error").mockReturnValue();
    vi.stubEnv("PARLEY_BACKUP_PASSPHRASE", PASSPHRASE);
    onTestFinished(() => {
      process.exitCode = undefined;
      vi.unstubAllEnvs();
    });
    await restoreCommand(["--verify", directory]);
    expect([process.exitCode, said.mock.calls.join()]).toEqual([1, expect.stringContaining("--accept-unsigned")]);
    process.exitCode = undefined;
    await restoreCommand(["--verify", "--accept-unsigned", directory]);
    expect(process.exitCode).toBeUndefined();
    said.mockRestore();
    // The next backup there is signed.
    await takeBackup({ data, directory, access: sealed, ...wish });
    expect((await restored(directory)).isUnsigned).toBe(false);
  });
});

test("every path that a backup contains is accepted by a restore", async () => {
  const { directory, id } = await backupOf();
  expect(readBackup(directory, id).files.length).toBeGreaterThan(3);
});
