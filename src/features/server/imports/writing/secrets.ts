import type { ArchiveRow } from "../../../../archive/tables.ts";
import { toUserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { sealText } from "../../../../realm/sealed-text.ts";
import { seconds } from "../../../../util/time.ts";
import { comesWithImport, type WayInName } from "../../../organization/users/public.ts";
import { factorName } from "../../../people/second-factor/public.ts";
import { insertCode, insertExternal, insertFactor, insertPasskey, wasThere } from "./secret-rows.ts";
import { LeftOut, type RowWriter } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

export const OF_OLDER_ACCOUNTS = "ways to log in of accounts that were there before";

/** Whether the archive's way into an account comes along. */
export function bringsWayIn(writing: Writing, way: WayInName, user: number): boolean {
  const { realm, writes, row } = writing;
  const isNew = writes ? wasThere.first(realm.sql, { id: user }) === undefined : writing.isPlanned(user);
  return comesWithImport(way, { isNew, isOwn: user === row.user_id });
}

interface WayIn {
  /** What no other way to log in of its kind may have, each by itself. */
  readonly keys: readonly string[];
  readonly write: () => void;
}

/** Writes a way to log in, for an account that has come with the archive. */
const ofNewAccount =
  <Name extends SecretTable>(
    table: Name,
    way: WayInName,
    most: number,
    wayIn: (writing: Writing, user: number, row: ArchiveRow<Name>) => WayIn,
  ): RowWriter<Name> =>
  (writing, row) => {
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

type SecretTable = "passkeys" | "second_factors" | "recovery_codes" | "external_logins";

/** Codes of the server's own making, and logins, one of each service: nobody has more. */
const MOST = 100;

export const writePasskey = ofNewAccount("passkeys", "passkey", limits.account.passkeys, ({ realm }, user, row) => {
  const { credential, public_key, counter, name, created_at, last_used_at, handle } = row;
  const used = last_used_at === null ? null : seconds(last_used_at);
  const times = { created_at: seconds(created_at), last_used_at: used };
  const values = { user, credential, public_key, counter, name, handle, ...times };
  return { keys: [credential], write: () => insertPasskey.run(realm.sql, values) };
});

export const writeSecondFactor = ofNewAccount(
  "second_factors",
  "second factor",
  1,
  ({ realm }, user, { secret, since }) => ({
    keys: [String(user)],
    write() {
      const sealed = sealText(realm, factorName(toUserId(user)), secret);
      insertFactor.run(realm.sql, { user, secret: sealed, since: seconds(since) });
    },
  }),
);

export const writeRecoveryCode = ofNewAccount(
  "recovery_codes",
  "recovery codes",
  MOST,
  ({ realm }, user, { hash }) => ({
    keys: [`${user} ${hash}`],
    write: () => insertCode.run(realm.sql, { user, hash }),
  }),
);

export const writeExternalLogin = ofNewAccount("external_logins", "linked service", MOST, ({ realm }, user, row) => {
  const { issuer, subject, linked_at, used_at = linked_at } = row;
  const times = { linked_at: seconds(linked_at), used_at: seconds(used_at) };
  return {
    keys: [`${issuer} ${subject}`, `${user} at ${issuer}`],
    write: () => insertExternal.run(realm.sql, { user, issuer, subject, ...times }),
  };
});
