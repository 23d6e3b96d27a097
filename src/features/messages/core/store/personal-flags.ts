import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { selectFlagsOfMessage } from "./change-rows.ts";
import { deleteFlagsOfUser, deleteSomeFlagsOfUser, selectFlagsOfUser, upsertFlagsOfUser } from "./rows.ts";

/**
 * Bits of personal_flags.flags. A user has a row for a message only if one of them is set. All other flags are derived
 * from the message, and from what the user receives and has read.
 */
export const PersonalFlag = Object.freeze({
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  hasAlertWord: 8,
  historical: 16,
  hideLinkPreviews: 32,
} as const);

/** Returns a user's flag bits for the given messages. Messages without a row are left out. */
export function flagBitsOfUser(realm: Realm, user: UserId, ids: readonly number[]): ReadonlyMap<MessageId, number> {
  const rows = selectFlagsOfUser.all(realm.sql, { user, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ message_id, flags }) => [message_id, flags]));
}

const FORGOTTEN_AT_ONCE = 2000;

/** Deletes a batch of a user's flag rows. Returns true if there may be more. */
export const forgetFlags = (realm: Realm, user: UserId): boolean =>
  deleteSomeFlagsOfUser.all(realm.sql, { user, most: FORGOTTEN_AT_ONCE }).length === FORGOTTEN_AT_ONCE;

export const flagBitsOfMessage = (realm: Realm, message: MessageId): ReadonlyMap<UserId, number> =>
  new Map(selectFlagsOfMessage.all(realm.sql, { message }).map(({ user_id, flags }) => [user_id, flags]));

/** Sets the bits `wanted` on messages. Returns the messages that lacked any of the bits `asked`. */
export function setFlagBits(
  realm: Realm,
  user: UserId,
  wanted: ReadonlyMap<MessageId, number>,
  asked: number,
): MessageId[] {
  const present = flagBitsOfUser(realm, user, [...wanted.keys()]);
  const flagsOf = (id: MessageId) => present.get(id) ?? 0;
  const changed = [...wanted].filter(([id, bits]) => (flagsOf(id) & bits) !== bits);
  const rows = changed.map(([id, bits]) => [id, flagsOf(id) | bits]);
  if (rows.length > 0) upsertFlagsOfUser.run(realm.sql, { user, rows: JSON.stringify(rows) });
  return changed.map(([id]) => id).filter((id) => (flagsOf(id) & asked) !== asked);
}

/** Clears a bit on messages. Returns the messages where it was set. */
export function clearFlagBit(realm: Realm, user: UserId, ids: readonly MessageId[], bit: number): MessageId[] {
  const changed = [...flagBitsOfUser(realm, user, ids)].filter(([, flags]) => (flags & bit) !== 0);
  const rows = changed.map(([id, flags]) => [id, flags & ~bit] as const);
  const remaining = rows.filter(([, flags]) => flags !== 0);
  const empty = rows.filter(([, flags]) => flags === 0).map(([id]) => id);
  if (remaining.length > 0) upsertFlagsOfUser.run(realm.sql, { user, rows: JSON.stringify(remaining) });
  if (empty.length > 0) deleteFlagsOfUser.run(realm.sql, { user, ids: JSON.stringify(empty) });
  return changed.map(([id]) => id);
}
