import type { ArchiveRow, TableName } from "../../../archive-format/tables.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import { cacheKey } from "../../../realm/realm.ts";
import { type CredentialKind, comesWithImport } from "./authentication/credentials.ts";

export const OF_OLDER_ACCOUNTS = "ways to log in of accounts that were there before";

const beforeKey = cacheKey<ReadonlySet<unknown>>("accounts before the import");

/**
 * Whether an archived credential is imported. Accounts that existed before the import only keep the credentials they
 * have.
 */
export function bringsWayIn(writing: ImportContext, way: CredentialKind, user: number): boolean {
  const before = () => writing.realm.cached(beforeKey, () => new Set(writing.before("users").map(({ id }) => id)));
  const isNew = writing.writes ? !before().has(user) : writing.isPlanned(user);
  return comesWithImport(way, { isNew, isOwn: user === writing.importer });
}

interface WayIn {
  /** Keys that must each be unique among credentials of this kind. */
  readonly keys: readonly string[];
  readonly write: () => void;
}

type RowOfUser<Name extends TableName> = ArchiveRow<Name> & { readonly user_id: number };

/** Returns a function that imports credentials of accounts that are new in the import, at most `most` per account. */
export const ofNewAccount =
  <const Name extends TableName>(
    table: Name,
    way: CredentialKind,
    most: number,
    wayIn: (writing: ImportContext, user: number, row: RowOfUser<Name>) => WayIn,
  ) =>
  (writing: ImportContext, row: RowOfUser<Name>): string | undefined => {
    const { noted } = writing;
    const user = writing.id("user", row.user_id);
    if (user === undefined) return LeftOut.unknownUser;
    if (!bringsWayIn(writing, way, user)) return OF_OLDER_ACCOUNTS;
    const number = noted.number(`${table} ${user}`, () => 0);
    if (number >= most) return LeftOut.tooMany;
    const { keys, write } = wayIn(writing, user, row);
    if (keys.some((key) => noted.find(table, key) !== undefined)) return LeftOut.twice;
    for (const key of keys) noted.take(table, key);
    noted.set(`${table} ${user}`, number + 1);
    if (writing.writes) write();
    return undefined;
  };
