import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { replaceRows } from "../../../src/cli/restore/replace-rows.ts";

function bulkDatabase(file: string, rows: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE organizations (id INTEGER PRIMARY KEY, subdomain TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE told_filling (database TEXT PRIMARY KEY, realm INTEGER NOT NULL) STRICT;
    CREATE TABLE messages (realm INTEGER NOT NULL, content TEXT NOT NULL) STRICT;
    ${rows}`);
  return database;
}

test("restoring one organization keeps another one's newer report that the database is filling up", () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-rows-"));
  const [file, copy] = [join(directory, "now"), join(directory, "then")];
  const now = bulkDatabase(
    file,
    "INSERT INTO told_filling VALUES ('DB', 7); INSERT INTO messages VALUES (5, 'new'), (7, 'other')",
  );
  bulkDatabase(copy, "INSERT INTO told_filling VALUES ('DB', 5); INSERT INTO messages VALUES (5, 'old')").close();
  replaceRows(file, copy, { number: 5, gone: [5] });
  expect(now.prepare("SELECT content FROM messages ORDER BY realm").all()).toEqual([
    { content: "old" },
    { content: "other" },
  ]);
  expect(now.prepare("SELECT realm FROM told_filling").all()).toEqual([{ realm: 7 }]);
  now.close();
  rmSync(directory, { recursive: true });
});
