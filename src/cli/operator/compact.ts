import { statSync } from "node:fs";
import { relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { claimDataDirectory, isHalfRestored, temporaryIn } from "../data-directory/data-directory.ts";
import { D1, REALMS, storesIn } from "../data-directory/data-files.ts";
import { closing } from "../os/closing.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { giveToOwner } from "../os/ownership.ts";

const help = `Usage: parley operator compact [options]

Rewrites the databases of a stopped server without the data that was deleted from them: SQLite
leaves the bytes of deleted rows in its files until it reuses their space. Afterwards, the files
contain nothing of erased people. Needs free disk space in the data directory of twice the size of
the largest database. Interrupting it loses nothing.

  --data DIRECTORY          the data directory (default .data)

Example: parley operator compact --data /var/lib/parley
`;

const options = { data: { type: "string", default: ".data" } } as const;

export const compactCommand = command("operator compact", { help, options }, async ({ values }) => {
  if (isHalfRestored(values.data)) throw new Failure(`${values.data} holds a part of a backup: restore it first`);
  // SQLite first writes the new database to this directory, because the system's temporary directory may be small, or
  // in memory. SQLite reads the variable only once, when the first database, which is the lock, is opened.
  process.env["SQLITE_TMPDIR"] = temporaryIn(values.data);
  const claimed = await claimDataDirectory(values.data, null);
  try {
    const files = [REALMS, D1, "r2"].flatMap((folder) => storesIn(claimed.path, folder));
    if (files.length === 0) throw new Failure(`${values.data} has no databases`);
    for (const file of files) {
      const before = fileSize(file);
      compact(file);
      console.log(`${relative(claimed.path, file)}: ${before}, now ${fileSize(file)}`);
    }
    giveToOwner(claimed.path);
  } finally {
    claimed.release();
  }
});

function compact(file: string) {
  closing(new DatabaseSync(file), (database) => {
    const tables = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all();
    // A full-text index keeps words of deleted texts until it merges its segments.
    for (const { name, sql } of tables)
      if (String(sql).startsWith("CREATE VIRTUAL"))
        database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`);
    database.exec("VACUUM");
    // The WAL still has the old pages.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

const fileSize = (file: string) => `${(statSync(file).size / 1e6).toFixed(1)} MB`;
