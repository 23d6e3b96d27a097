import type { ArchiveRow, TableName } from "../../archive-format/tables.ts";
import { statement } from "../../database/statement.ts";
import type { Markup } from "../../markup/index.ts";
import { type ArchivePartOf, type FeatureArchive, tableArchive } from "./feature-archive.ts";
import type { TableSource } from "./reading.ts";
import { type ImportContext, LeftOut } from "./writing.ts";

interface Owned {
  readonly user_id: number;
}

/** Archive tables whose rows each belong to one account. */
type OwnedTable = { [Name in TableName]: ArchiveRow<Name> extends Owned ? Name : never }[TableName];

interface WritableRow {
  /** A name that must be unique within the account. Not set if duplicates are allowed. */
  readonly key?: string;
  readonly bytes?: number;
  readonly write: () => void;
}

interface OwnedRows<Name extends OwnedTable> extends Pick<ArchivePartOf<Name>, "atOnce" | "row"> {
  /** Limit per account, for some tables also in bytes. */
  readonly most: { readonly number: number; readonly bytes?: number };
  readonly reading: Omit<TableSource, "from">;
  /** Returns how to write a row, or why it is left out. */
  write(writing: ImportContext, user: number, row: ArchiveRow<Name>, markup: Markup | undefined): WritableRow | string;
}

/**
 * Returns the archive of a table whose rows each belong to one account. Exports contain the rows of users who consent.
 * Imports write the rows of imported accounts, up to the limit per account.
 */
export function ownedArchive<const Name extends OwnedTable>(
  table: Name,
  { most, reading, write, ...others }: OwnedRows<Name>,
): FeatureArchive {
  const { number: mostRows, bytes: mostBytes = Number.POSITIVE_INFINITY } = most;
  const count = statement<{ user: number }, { count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE user_id = :user`,
  );
  const writeRow = (writing: ImportContext, row: ArchiveRow<Name> & Owned, line: { readonly markup?: Markup }) => {
    const { noted, realm } = writing;
    const user = writing.id("user", row.user_id);
    if (user === undefined) return LeftOut.unknownUser;
    const writable = write(writing, user, row, line.markup);
    if (typeof writable === "string") return writable;
    const { key, bytes = 0 } = writable;
    if (key !== undefined && noted.find(table, `${user} ${key}`) !== undefined) return LeftOut.twice;
    const [numbers, sizes] = [`number of ${table} ${user}`, `bytes of ${table} ${user}`];
    const number = noted.number(numbers, () => count.one(realm.sql, { user }).count) + 1;
    const size = noted.number(sizes, () => 0) + bytes;
    if (number > mostRows || size > mostBytes) return LeftOut.tooMany;
    if (key !== undefined) noted.take(table, `${user} ${key}`);
    noted.set(numbers, number);
    if (bytes > 0) noted.set(sizes, size);
    if (writing.writes) writable.write();
    return undefined;
  };
  return tableArchive<Name>(table, { ...others, isPersonal: true, reading, write: writeRow });
}
