import { renameSync, rmSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { columnsOf } from "../backup/snapshot.ts";

/** Lowest and highest possible rowid. */
const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n];

type SchemaObject = { readonly type: string; readonly name: string; readonly sql: string };

/**
 * Rebuilds a partly damaged database from all rows that are still readable; regular and full-text indexes are
 * regenerated. Throws if its schema is unreadable.
 *
 * @returns the tables with missing rows
 */
export function salvage(file: string): string[] {
  const made = `${file}.salvaged`;
  rmSync(made, { force: true });
  const from = new DatabaseSync(file, { readOnly: true });
  const to = new DatabaseSync(made);
  try {
    from.exec("PRAGMA cell_size_check = ON");
    to.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
    const schema = from
      .prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
      .all() as SchemaObject[];
    const words = schema.filter(({ sql }) => isVirtual(sql)).map(({ name }) => name);
    const isShadow = (name: string) => words.some((word) => name.startsWith(`${word}_`));
    const tables = schema.filter(
      ({ type, name }) => type === "table" && !isShadow(name) && !name.startsWith("sqlite_"),
    );
    const lacking: string[] = [];
    to.exec("BEGIN");
    for (const { name, sql } of tables) {
      to.exec(sql);
      const isWhole = isVirtual(sql) ? copyWords(from, to, name) : copyTable(from, to, { name, sql });
      if (!isWhole) lacking.push(name);
    }
    if (schema.some(({ sql }) => /AUTOINCREMENT/i.test(sql))) {
      to.exec("DELETE FROM sqlite_sequence");
      if (!copyTable(from, to, { name: "sqlite_sequence", sql: "" })) lacking.push("sqlite_sequence");
    }
    // Triggers are created last, because they would record each row as changed.
    for (const type of ["index", "view", "trigger"]) {
      for (const one of schema) if (one.type === type && !isShadow(one.name)) to.exec(one.sql);
    }
    to.exec(`PRAGMA user_version = ${Number(from.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0)}`);
    to.exec("COMMIT");
    to.close();
    from.close();
    removeLog(file);
    renameSync(made, file);
    return lacking;
  } catch (error) {
    if (to.isOpen) to.close();
    if (from.isOpen) from.close();
    rmSync(made, { force: true });
    removeLog(file);
    throw error;
  }
}

/** Removes the empty files that merely reading a database created next to it. */
function removeLog(file: string) {
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
}

const isVirtual = (sql: string) => /^CREATE VIRTUAL/i.test(sql);

function copyTable(from: DatabaseSync, to: DatabaseSync, { name, sql }: { name: string; sql: string }) {
  const columns = columnsOf(from, "main", name).map((column) => `"${column}"`);
  const into = to.prepare(`INSERT OR IGNORE INTO "${name}" (${columns}) VALUES (${columns.map(() => "?")})`);
  if (/WITHOUT\s+ROWID/i.test(sql)) return copyFromBothEnds(from, into, { name, columns });
  return copyByNumber(from, into, { name, columns: ["rowid", ...columns] }, columns.length);
}

/** Copies the texts of a full-text index, which are in a separate table. */
function copyWords(from: DatabaseSync, to: DatabaseSync, name: string) {
  const columns = columnsOf(to, "main", name).map((column) => `"${column}"`);
  const into = to.prepare(`INSERT INTO "${name}" (rowid, ${columns}) VALUES (${["?", ...columns.map(() => "?")]})`);
  const stored = columns.map((_, index) => `c${index}`);
  return copyByNumber(
    from,
    into,
    { name: `${name}_content`, columns: ["rowid", "rowid", ...stored] },
    stored.length + 1,
  );
}

/**
 * Copies rows in rowid order. After unreadable rows, searches for the next readable rowid.
 *
 * @param table a table whose first column is the rowid
 * @param width how many of the last columns are copied
 */
function copyByNumber(
  from: DatabaseSync,
  into: StatementSync,
  { name, columns }: { name: string; columns: string[] },
  width: number,
) {
  const select = from.prepare(`SELECT ${columns} FROM "${name}" WHERE rowid >= ? ORDER BY rowid`);
  for (const statement of [select, into]) statement.setReadBigInts(true);
  select.setReturnArrays(true);
  let next = LEAST;
  let isWhole = true;
  for (;;) {
    try {
      for (const row of select.iterate(next)) {
        const values = row as unknown as SQLInputValue[];
        into.run(...values.slice(-width));
        if (values[0] === MOST) return isWhole;
        next = BigInt(String(values[0])) + 1n;
      }
      return isWhole;
    } catch (error) {
      if (!isDamage(error)) throw error;
      isWhole = false;
      const readable = readableFrom(select, next);
      if (readable === undefined) return false;
      next = readable;
    }
  }
}

function readableFrom(select: StatementSync, damaged: bigint) {
  const isReadable = (number: bigint) => {
    try {
      return select.get(number) !== undefined ? "yes" : "end";
    } catch (error) {
      if (!isDamage(error)) throw error;
      return "no";
    }
  };
  let [low, step] = [damaged, 1n];
  let high = damaged + step;
  for (; isReadable(high) === "no"; step *= 2n, high = damaged + step) {
    low = high;
    if (high + step > MOST) return undefined;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isReadable(middle) === "no") low = middle;
    else high = middle;
  }
  return isReadable(high) === "yes" ? high : undefined;
}

/**
 * Copies the rows of a table without rowids from its beginning and, if interrupted by damage, from its end. Rows
 * between two damaged places are lost.
 */
function copyFromBothEnds(
  from: DatabaseSync,
  into: StatementSync,
  { name, columns }: { name: string; columns: string[] },
) {
  const keys = from
    .prepare("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk")
    .all(name)
    .map((row) => `"${row["name"]}"`);
  let isWhole = true;
  for (const order of ["ASC", "DESC"]) {
    const select = from.prepare(`SELECT ${columns} FROM "${name}" ORDER BY ${keys.map((key) => `${key} ${order}`)}`);
    select.setReadBigInts(true);
    select.setReturnArrays(true);
    try {
      for (const row of select.iterate()) into.run(...(row as unknown as SQLInputValue[]));
      return isWhole;
    } catch (error) {
      if (!isDamage(error)) throw error;
      isWhole = false;
    }
  }
  return isWhole;
}

const [CORRUPT, NOT_A_DATABASE] = [11, 26];

function isDamage(error: unknown) {
  const { errcode = 0 } = error as { errcode?: number };
  return (errcode & 255) === CORRUPT || (errcode & 255) === NOT_A_DATABASE;
}
