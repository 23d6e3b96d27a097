import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MARK, writeBackup } from "../../../src/cli/backup/backups.ts";
import { writeDurable } from "../../../src/cli/os/durable.ts";
import { findBackup } from "../../../src/cli/restore/restore-backup.ts";

function backupsOf(...ids: string[]): string {
  const directory = mkdtempSync(join(tmpdir(), "parley-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, "backups"));
  writeDurable(join(directory, MARK), JSON.stringify({ format: 1 }));
  const nothing = { format: 1, at: "", only: null, organizations: [], files: [], bytes: 0, added: 0 };
  for (const id of ids) writeBackup(directory, { ...nothing, id });
  return directory;
}

const [OLD, NEW, FUTURE] = ["2024-05-01T10-00-00-000Z", "2024-05-02T10-00-00-000Z", "9998-01-01T00-00-00-000Z"];

test("findBackup returns the newest backup, or the newest of a given day", () => {
  const directory = backupsOf(OLD, NEW);
  expect(findBackup(directory, undefined, false).id).toBe(NEW);
  expect(findBackup(directory, "2024-05-01", false).id).toBe(OLD);
});

test("a backup dated in the future is not chosen as the newest one, but can be named", () => {
  const directory = backupsOf(OLD, NEW, FUTURE);
  expect(() => findBackup(directory, undefined, false)).toThrow(`the backup ${FUTURE} is from the future`);
  expect(findBackup(directory, "2024-05-02", false).id).toBe(NEW);
  expect(findBackup(directory, "9998-01-01", false).id).toBe(FUTURE);
});
