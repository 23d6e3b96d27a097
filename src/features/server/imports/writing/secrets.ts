import { limits } from "../../../../protocol/limit-table.ts";
import { seconds } from "../../../../util/time.ts";
import { countPasskeys, insertCode, insertExternal, insertFactor, insertPasskey, wasThere } from "./secret-rows.ts";
import { LeftOut, type RowWriter } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

/** Writes a way to log in, for an account that has come with the archive. */
const ofNewAccount =
  <Row extends { readonly user_id: number }>(write: (writing: Writing, user: number, row: Row) => string | undefined) =>
  (writing: Writing, row: Row): string | undefined => {
    const user = writing.id("user", row.user_id);
    if (user === undefined) return LeftOut.unknownUser;
    const isOlder = wasThere.first(writing.realm.sql, { id: user }) !== undefined;
    return isOlder ? "ways to log in of accounts that were there before" : write(writing, user, row);
  };

export const writePasskey: RowWriter<"passkeys"> = ofNewAccount(({ realm }, user, row) => {
  if (countPasskeys.one(realm.sql, { user }).count >= limits.account.passkeys) return LeftOut.tooMany;
  const { credential, public_key, counter, name, created_at, last_used_at, handle } = row;
  const used = last_used_at === null ? null : seconds(last_used_at);
  const times = { created_at: seconds(created_at), last_used_at: used };
  insertPasskey.run(realm.sql, { user, credential, public_key, counter, name, handle, ...times });
  return undefined;
});

export const writeSecondFactor: RowWriter<"second_factors"> = ofNewAccount(({ realm }, user, { secret, since }) => {
  insertFactor.run(realm.sql, { user, secret, since: seconds(since) });
  return undefined;
});

export const writeRecoveryCode: RowWriter<"recovery_codes"> = ofNewAccount(({ realm }, user, { hash }) => {
  insertCode.run(realm.sql, { user, hash });
  return undefined;
});

export const writeExternalLogin: RowWriter<"external_logins"> = ofNewAccount(({ realm }, user, row) => {
  const { issuer, subject, linked_at, used_at = linked_at } = row;
  const times = { linked_at: seconds(linked_at), used_at: seconds(used_at) };
  insertExternal.run(realm.sql, { user, issuer, subject, ...times });
  return undefined;
});
