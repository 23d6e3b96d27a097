import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { discardFile, keepFile, reserveFile } from "../../files/storage/files.ts";
import type { KeysAfter } from "../../files/storage/hooks.ts";
import { pageOfKeys } from "../../files/storage/named-files.ts";
import { changeAvatar } from "./changes.ts";
import { avatarHashesAfter, type UserRow } from "./rows.ts";

const KIND = "avatars";
export const avatarKey = (realm: string | number, hash: string) => `${realm}/${KIND}/${hash}`;

/** Storage for a picture to be uploaded. Its name is unique, so that clients can cache the picture forever. */
export interface ReservedAvatar {
  readonly hash: string;
  readonly key: string;
}

export function reserveAvatar(realm: Realm, by: UserId): ReservedAvatar {
  const hash = [...realm.random.bytes(16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { hash, key: reserveFile(realm, { by, kind: KIND, name: hash }) };
}

/** Sets an account's picture to a stored one, or to its Gravatar if null, and removes the previous one. */
export function replaceAvatar(realm: Realm, user: UserRow, stored: ReservedAvatar | null): UserRow {
  if (stored !== null) keepFile(realm, stored.key);
  if (user.avatar_source === "U") discardFile(realm, avatarKey(realm.id, user.avatar_hash));
  return changeAvatar(realm, user, stored?.hash ?? null);
}

/** Returns a page of the storage keys of uploaded account pictures, in order. */
export const avatarKeysAfter = (realm: Realm, page: KeysAfter): string[] =>
  pageOfKeys(realm, KIND, page, (names) =>
    avatarHashesAfter.all(realm.sql, names).map(({ avatar_hash }) => avatar_hash),
  );
