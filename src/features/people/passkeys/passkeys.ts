import * as v from "valibot";
import { statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import { notFound, passkeyRefused } from "../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { type FeatureArchive, tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import type { Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import { ofNewAccount } from "../../organization/accounts/archive-ways-in.ts";
import { ownHandle } from "./challenges.ts";
import type { PasskeyRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { ALGORITHMS, type PublicKey } from "./webauthn/public-key.ts";

const text = v.optional(v.string());
const readKey = stored(
  "passkeys.public_key",
  v.nullable(
    v.object({
      alg: v.picklist(ALGORITHMS),
      jwk: v.object({ kty: v.string(), crv: text, x: text, y: text, n: text, e: text }),
    }),
  ),
  () => null,
);

export const listPasskeys = (realm: Realm, user: UserId): PasskeyRow[] => rows.passkeysOf.all(realm.sql, { user });

export const hasPasskey = (realm: Realm, user: UserId): boolean => listPasskeys(realm, user).length > 0;

/**
 * Returns an account's handle for authenticators: that of another server if the account has passkeys from there,
 * otherwise this server's.
 */
export const userHandle = (realm: Realm, user: UserId): string =>
  listPasskeys(realm, user).find(({ handle }) => handle !== null)?.handle ?? ownHandle(realm, user);

/** Throws if an account has reached the limit of passkeys. */
export function checkPasskeyRoom(realm: Realm, user: UserId): void {
  checkCount(listPasskeys(realm, user).length + 1, limits.account.passkeys, "passkeys");
}

interface NewPasskey {
  readonly user: UserId;
  readonly name: string;
  readonly credential: { readonly id: string; readonly publicKey: PublicKey; readonly counter: number };
}

/** Stores a verified passkey. Returns its id. */
export function addPasskey(realm: Realm, { user, name, credential }: NewPasskey): number {
  const { id, publicKey, counter } = credential;
  checkPasskeyRoom(realm, user);
  if (rows.passkeyByCredential.first(realm.sql, { credential: id }) !== undefined) throw passkeyRefused();
  const public_key = JSON.stringify(publicKey);
  return rows.insertPasskey.one(realm.sql, { user, credential: id, public_key, counter, name, now: realm.seconds() })
    .id;
}

/** Returns the passkey that a login credential belongs to, and its key, or undefined if it belongs to no account. */
export function passkeyOf(
  realm: Realm,
  { id, handle }: { readonly id: string; readonly handle: string | null | undefined },
): (PasskeyRow & { readonly publicKey: PublicKey }) | undefined {
  const passkey = rows.passkeyByCredential.first(realm.sql, { credential: id });
  const publicKey = passkey && readKey(passkey.public_key, passkey.id);
  if (passkey === undefined || publicKey === null || publicKey === undefined) return undefined;
  const known = passkey.handle ?? ownHandle(realm, passkey.user_id);
  if (typeof handle === "string" && handle !== known) return undefined;
  return { ...passkey, publicKey: publicKey as PublicKey };
}

/**
 * Records the use of a passkey. Returns false if its counter didn't increase, which only happens if the passkey was
 * copied. Most passkeys don't count uses and always send zero.
 */
export function usePasskey(realm: Realm, { id, counter: before }: PasskeyRow, counter: number): boolean {
  if ((counter > 0 || before > 0) && counter <= before) return false;
  rows.setPasskeyUsed.run(realm.sql, { id, counter, now: realm.seconds() });
  return true;
}

export function renamePasskey(realm: Realm, user: UserId, { id, name }: { id: number; name: string }): void {
  if (rows.setPasskeyName.first(realm.sql, { user, id, name }) === undefined) throw noSuchPasskey();
}

export function removePasskey(realm: Realm, user: UserId, id: number): string {
  const removed = rows.deletePasskey.first(realm.sql, { user, id });
  if (removed === undefined) throw noSuchPasskey();
  return removed.name;
}

const noSuchPasskey = () => notFound("Passkey does not exist");

export const deletePasskeysOf = (realm: Realm, user: UserId): void => rows.deletePasskeys.run(realm.sql, { user });

export const passkeyArchive: FeatureArchive = {
  leftOut: { challenge_secret: "of the server: challenges last minutes", spent_challenges: "of the moment" },
  ...tableArchive("passkeys", {
    only: "secrets",
    reading: {
      key: ["id"],
      columns: ["user_id", "credential", "public_key", "counter", "name", "created_at", "last_used_at", "handle"],
    },
    row(row, { realm }) {
      const handle = row.textOrNull("handle") ?? ownHandle(realm, toUserId(row.number("user_id")));
      return { ...row.of("passkeys"), handle };
    },
    write: ofNewAccount("passkeys", "passkey", limits.account.passkeys, ({ realm }, user, row) => {
      const { credential, public_key, counter, name, created_at, last_used_at, handle } = row;
      const used = last_used_at === null ? null : seconds(last_used_at);
      const times = { created_at: seconds(created_at), last_used_at: used };
      const values = { user, credential, public_key, counter, name, handle, ...times };
      return { keys: [credential], write: () => insertPasskey.run(realm.sql, values) };
    }),
  }),
};

const insertPasskey = statement<Omit<PasskeyRow, "id" | "user_id"> & { user: number }>(
  `INSERT OR IGNORE INTO passkeys (user_id, credential, public_key, counter, name, created_at, last_used_at, handle)
   VALUES (:user, :credential, :public_key, :counter, :name, :created_at, :last_used_at, :handle)`,
);
