import * as v from "valibot";
import type { TableName } from "../../archive-format/tables.ts";
import { statement } from "../../database/statement.ts";
import type { Markup } from "../../markup/index.ts";
import { ApiError } from "../../protocol/errors.ts";
import { type ImportContext, LeftOut } from "./writing.ts";

interface Thing {
  /** A name that must be unique within the account. Absent if duplicates are allowed. */
  readonly key?: string;
  readonly bytes?: number;
  readonly write: () => void;
}

/**
 * Returns a writer for rows that belong to one account. Rows are written if the account was imported and has room for
 * them. `most` is the limit per account, for some tables also in bytes.
 */
export function owned<Row extends { readonly user_id: number }>(
  table: TableName,
  { number: most, bytes: mostBytes = Number.POSITIVE_INFINITY }: { readonly number: number; readonly bytes?: number },
  thingOf: (writing: ImportContext, user: number, row: Row, markup: Markup | undefined) => Thing | string,
) {
  const count = statement<{ user: number }, { count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE user_id = :user`,
  );
  return (writing: ImportContext, row: Row, line: { readonly markup?: Markup }): string | undefined => {
    const { noted, realm } = writing;
    const user = writing.id("user", row.user_id);
    if (user === undefined) return LeftOut.unknownUser;
    const thing = thingOf(writing, user, row, line.markup);
    if (typeof thing === "string") return thing;
    const { key, bytes = 0, write } = thing;
    if (key !== undefined && noted.find(table, `${user} ${key}`) !== undefined) return LeftOut.twice;
    const [numbers, sizes] = [`number of ${table} ${user}`, `bytes of ${table} ${user}`];
    const number = noted.number(numbers, () => count.one(realm.sql, { user }).count) + 1;
    const size = noted.number(sizes, () => 0) + bytes;
    if (number > most || size > mostBytes) return LeftOut.tooMany;
    if (key !== undefined) noted.take(table, `${user} ${key}`);
    noted.set(numbers, number);
    if (bytes > 0) noted.set(sizes, size);
    if (writing.writes) write();
    return undefined;
  };
}

/** Returns the error that the organization's endpoints would reject the row with, or undefined if they accept it. */
export function refusalMessage(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

const anyJson = v.pipe(v.string(), v.parseJson());

export function jsonOf(text: string): unknown {
  const parsed = v.safeParse(anyJson, text);
  return parsed.success ? parsed.output : undefined;
}
