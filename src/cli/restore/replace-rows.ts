import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { blobsNamed, columnsOf, hasTable, tablesOfOne } from "../backup/snapshot.ts";
import { appliedIn, pendingMigrations } from "../data-directory/migrations.ts";
import { closing } from "../os/closing.ts";
import { Failure } from "../os/failure.ts";

function beside<T>(file: string, copy: string, work: (database: DatabaseSync) => T): T {
  return closing(new DatabaseSync(file), (database) => {
    database.exec("PRAGMA foreign_keys = OFF");
    database.prepare("ATTACH ? AS stored").run(copy);
    return work(database);
  });
}

function atOnce(database: DatabaseSync, work: () => void) {
  database.exec("BEGIN IMMEDIATE");
  work();
  database.exec("COMMIT");
}

/**
 * Migrates a copy of a D1 database to the schema of the original.
 *
 * @param migrations the directory of the migrations
 */
export function migrateLike(file: string, copy: string, migrations: string) {
  const pending = pendingMigrations(appliedIn(file), appliedIn(copy));
  if (pending.length === 0) return;
  closing(new DatabaseSync(copy), (database) => {
    for (const name of pending) database.exec(readFileSync(join(migrations, name), "utf8"));
  });
}

/**
 * Returns the other organization, if any, that has the restored organization's number in a database. Also returns the
 * number that the database has for the restored organization's subdomain.
 */
export function ownersIn(file: string, { subdomain, number }: { subdomain: string; number: number }) {
  return closing(new DatabaseSync(file, { readOnly: true }), (database) => {
    if (!hasTable(database, "organizations")) return { other: undefined, known: undefined };
    const owner = database.prepare("SELECT subdomain FROM organizations WHERE id = ?").get(number)?.["subdomain"];
    const known = database.prepare("SELECT id FROM organizations WHERE subdomain = ?").get(subdomain)?.["id"];
    // An organization with a retired number has a name of this form.
    const isOwn = owner === undefined || owner === subdomain || owner === `${subdomain}~${number}`;
    return {
      other: isOwn ? undefined : String(owner),
      known: known === undefined ? undefined : Number(known),
    };
  });
}

/**
 * Replaces an organization's D1 rows with those of a backup, and leaves the rows of all other organizations unchanged.
 *
 * @param numbers the organization's number in the backup, and all numbers whose rows are deleted
 */
export function replaceRows(file: string, copy: string, { number, gone }: { number: number; gone: readonly number[] }) {
  beside(file, copy, (database) =>
    atOnce(database, () => {
      for (const realm of gone) {
        for (const { table, rows } of tablesOfOne(database, realm))
          database.exec(`DELETE FROM main."${table}" WHERE ${rows}`);
      }
      for (const { table, columns, rows } of tablesOfOne(database, number)) {
        // Not restored, because another organization may have warned people about the database's size since the backup.
        if (table === "told_filling") continue;
        const stored = ["rowid", ...columnsOf(database, "stored", table)];
        const both = columns.filter((column) => stored.includes(column)).join(", ");
        if (both !== "")
          database.exec(`INSERT INTO main."${table}" (${both}) SELECT ${both} FROM stored."${table}" WHERE ${rows}`);
      }
    }),
  );
}

/** Returns the blob ids of an organization's files from R2's list. */
export function blobsIn(file: string, realm: number) {
  return closing(new DatabaseSync(file, { readOnly: true }), (database) => blobsNamed(database, "main", `${realm}/*`));
}

export function replaceFiles(
  file: string,
  copy: string,
  { number, gone }: { number: number; gone: readonly number[] },
) {
  beside(file, copy, (database) => {
    const isListing = columnsOf(database, "main", "_mf_objects").length > 0;
    const hasFiles = blobsNamed(database, "stored", `${number}/*`).length > 0;
    atOnce(database, () => {
      if (isListing) {
        for (const realm of gone) {
          for (const table of NAMING) database.prepare(`DELETE FROM main.${table} WHERE key GLOB ?`).run(`${realm}/*`);
        }
        const unnamed = "upload_id NOT IN (SELECT upload_id FROM main._mf_multipart_uploads)";
        database.exec(`DELETE FROM main._mf_multipart_parts WHERE ${unnamed}`);
      }
      if (!hasFiles) return;
      const uploads = `upload_id IN (SELECT upload_id FROM stored._mf_multipart_uploads WHERE key GLOB ?)`;
      for (const [table, rows] of [...NAMING.map((name) => [name, "key GLOB ?"]), ["_mf_multipart_parts", uploads]]) {
        const columns = columnsOf(database, "stored", String(table)).join(", ");
        database
          .prepare(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM stored.${table} WHERE ${rows}`)
          .run(`${number}/*`);
      }
    });
  });
}

/** Tables of R2's list whose rows contain file keys. */
const NAMING = ["_mf_objects", "_mf_multipart_uploads"];

export function replaceAlarm(file: string, copy: string, object: string) {
  beside(file, copy, (database) => {
    if (columnsOf(database, "main", "_cf_ALARM").length === 0) return;
    atOnce(database, () => {
      database.prepare("DELETE FROM main._cf_ALARM WHERE actor_id = ?").run(object);
      if (columnsOf(database, "stored", "_cf_ALARM").length === 0) return;
      database.prepare("INSERT INTO main._cf_ALARM SELECT * FROM stored._cf_ALARM WHERE actor_id = ?").run(object);
    });
  });
}

/** Moves a file into place, replacing an existing one. The WAL of a replaced database is deleted. */
export function replaceWhole(copy: string, file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  if (existsSync(`${copy}-wal`)) throw new Failure(`${copy} is still written to`);
  renameSync(copy, file);
}
