import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { among, within } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, milliseconds, seconds } from "../../../util/time.ts";
import { membersOfConversation, placeOfMessage } from "../../conversations/conversations.ts";
import { accessUsers } from "../../organization/accounts/access.ts";
import { settingsOf } from "../../organization/accounts/accounts.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";
import type { Ringing } from "../push-notifications/hooks.ts";
import { removeRead as removePushes, tellMissed } from "../push-notifications/removals.ts";
import { callAudience } from "./access.ts";
import { callRang, callUpdated, ringEnded } from "./events.ts";
import { type CallRow, callById, openCallRows, readMembers, readRinging, writeRinging } from "./rows.ts";

export const RING_SECONDS = 30;
const MAX_RUNG = 8;

export const openKey = cacheKey<readonly CallRow[]>("open calls");

export const RING_TIMER = "call-ring";
const timerOf = (id: string) => `${RING_TIMER}:${id}`;

type Why = "answered" | "declined" | "cancelled" | "missed";

/**
 * Rings for the other members of a direct conversation, except those who muted the caller, are in a call, or disabled
 * ringing.
 */
export function ring(realm: Realm, id: string, by: UserId): void {
  const row = callById.one(realm.sql, { id });
  const place = placeOfMessage(realm, row.message_id);
  const people = place === undefined ? [] : membersOfConversation(realm, place.conversation_id);
  if (people.length > MAX_RUNG) return;
  const muters = mutersOf(realm, by);
  const busy = new Set(openCallRows.all(realm.sql, {}).flatMap((one) => readMembers(one.members, one.id)));
  const rung = accessUsers(realm, null, people)
    .filter((user) => user.id !== by && user.is_active === 1 && user.bot_type === null)
    .map((user) => user.id)
    .filter((user) => !muters.has(user) && !busy.has(user) && settingsOf(realm, user).enable_call_ringing);
  if (rung.length === 0) return;
  const until = after(realm.seconds(), seconds(RING_SECONDS));
  writeRinging.run(realm.sql, { id, ringing: JSON.stringify(rung), rings_until: until });
  realm.timers.set(timerOf(id), milliseconds(until * 1000));
  const told = { call_id: id, by, video: row.video === 1, expires_at: until };
  realm.emit(callRang(told), among(new Set(rung)));
}

export function ringingOf(realm: Realm, message: MessageId, user: UserId): Ringing | undefined {
  const open = realm.cached(openKey, () => openCallRows.all(realm.sql, {}));
  const row = open.find(({ message_id }) => message_id === message);
  if (row === undefined || row.rings_until === null || row.rings_until <= realm.seconds()) return undefined;
  if (!readRinging(row.ringing, row.id).includes(user)) return undefined;
  return { call_id: row.id, by: row.starter_id, video: row.video === 1, expires_at: row.rings_until };
}

/** Returns who sees that a call is ringing: its starter, and the users it rings for. */
export const concernedByRinging = ({ id, starter_id, ringing, rings_until }: CallRow): ReadonlySet<UserId> =>
  new Set(rings_until === null ? [] : [starter_id, ...readRinging(ringing, id).map(toUserId)]);

/**
 * Ends a call's ringing for the given users, or for all. The event also goes to the starter. Returns false if the call
 * rings for none of them.
 */
export function endRinging(realm: Realm, { id }: Pick<CallRow, "id">, why: Why, who?: readonly number[]): boolean {
  const row = callById.first(realm.sql, { id });
  const ringing = row === undefined ? [] : readRinging(row.ringing, id);
  const ended = who === undefined ? ringing : ringing.filter((user) => who.includes(user));
  if (row === undefined || ended.length === 0) return false;
  const left = ringing.filter((user) => !ended.includes(user));
  const rings_until = left.length === 0 ? null : row.rings_until;
  writeRinging.run(realm.sql, { id, ringing: JSON.stringify(left), rings_until });
  realm.forget(openKey);
  if (left.length === 0) realm.timers.clear(timerOf(id));
  for (const user of ended.map(toUserId)) {
    if (why === "answered" || why === "declined") removePushes(realm, user, [row.message_id]);
    else tellMissed(realm, user, row.message_id);
    const told = { call_id: id, user_id: user, why };
    realm.emit(ringEnded(told), among(new Set([user, row.starter_id])));
  }
  const place = placeOfMessage(realm, row.message_id);
  const quiet = new Set([...ended.map(toUserId), ...(left.length === 0 ? [row.starter_id] : [])]);
  if (place !== undefined)
    realm.emit(callUpdated({ call_id: id, ringing_until: null }), within(callAudience(realm, row, place), quiet));
  return true;
}

/** Ends a call's ringing because no one answered in time. */
export const missRinging = (realm: Realm, name: string): void =>
  void endRinging(realm, { id: name.slice(RING_TIMER.length + 1) }, "missed");
