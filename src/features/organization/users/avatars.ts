import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { discardFile, keepFile, reserveFile } from "../../files/storage/files.ts";
import { changeAvatar } from "./changes.ts";
import type { UserRow } from "./rows.ts";

const KIND = "avatars";
export const avatarKey = (realm: string | number, hash: string) => `${realm}/${KIND}/${hash}`;

/** A picture that is about to be stored: each has a name of its own, so that it can be kept for ever by who has seen it. */
export interface ReservedAvatar {
  readonly hash: string;
  readonly key: string;
}

export function reserveAvatar(realm: Realm, by: UserId): ReservedAvatar {
  const hash = [...realm.random.bytes(16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { hash, key: reserveFile(realm, { by, kind: KIND, name: hash }) };
}

/** Gives an account the picture that has been stored, or none. The one that it had is removed. */
export function replaceAvatar(realm: Realm, user: UserRow, stored: ReservedAvatar | null): UserRow {
  if (stored !== null) keepFile(realm, stored.key);
  if (user.avatar_source === "U") discardFile(realm, avatarKey(realm.id, user.avatar_hash));
  return changeAvatar(realm, user, stored?.hash ?? null);
}
