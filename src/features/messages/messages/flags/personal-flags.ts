import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { deleteFlags, flagsOfMessages, putFlags } from "../store/rows.ts";

/** The bits of a user for some messages; where there are none, all flags follow from the message itself. */
export function personalFlags(realm: Realm, user: UserId, ids: readonly number[]): ReadonlyMap<MessageId, number> {
  const rows = flagsOfMessages.all(realm.sql, { user, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ message_id, flags }) => [message_id, flags]));
}

/** Sets bits of messages, and returns those that lacked the one that is asked for. */
export function setBits(
  realm: Realm,
  user: UserId,
  wanted: ReadonlyMap<MessageId, number>,
  asked: number,
): MessageId[] {
  const present = personalFlags(realm, user, [...wanted.keys()]);
  const flagsOf = (id: MessageId) => present.get(id) ?? 0;
  const changed = [...wanted].filter(([id, bits]) => (flagsOf(id) & bits) !== bits);
  const rows = changed.map(([id, bits]) => [id, flagsOf(id) | bits]);
  if (rows.length > 0) putFlags.run(realm.sql, { user, rows: JSON.stringify(rows) });
  return changed.map(([id]) => id).filter((id) => (flagsOf(id) & asked) !== asked);
}

/** Clears a bit of messages, and returns those that had it. */
export function clearBit(realm: Realm, user: UserId, ids: readonly MessageId[], bit: number): MessageId[] {
  const changed = [...personalFlags(realm, user, ids)].filter(([, flags]) => (flags & bit) !== 0);
  const rows = changed.map(([id, flags]) => [id, flags & ~bit] as const);
  const remaining = rows.filter(([, flags]) => flags !== 0);
  const empty = rows.filter(([, flags]) => flags === 0).map(([id]) => id);
  if (remaining.length > 0) putFlags.run(realm.sql, { user, rows: JSON.stringify(remaining) });
  if (empty.length > 0) deleteFlags.run(realm.sql, { user, ids: JSON.stringify(empty) });
  return changed.map(([id]) => id);
}
