import type { Realm } from "../../../realm/realm.ts";
import { after, DAY_MS, MINUTE_MS, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { usersWithQueues } from "../../channels/channels/audience.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { directPlacesBetween, oldestPlacesIn } from "../../conversations/changes.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { isDeactivated } from "../../organization/realm/closing.ts";
import { deleteMessages } from "../deletion/deletion.ts";
import { removableAtOnce } from "../messages/store/removal.ts";
import { expires, firstKept } from "./periods.ts";
import { directsGone, setDirectsGone } from "./rows.ts";

export const RETENTION_TIMER = "retention";

/** Between two steps, others have their turn. */
const PAUSE_MS = milliseconds(50);
/** While the bulk store is away, what it is to delete does not pile up. */
const WAIT_MS = MINUTE_MS;

/** So many messages go in one change, and so many others are passed over in looking for them. */
const MOST_AT_ONCE = 1000;
const MOST_PASSED = 50_000;
/** Each topic is told by itself, to each of those who listen. */
const MOST_TOLD = 10_000;

/** Has old messages deleted once a day, from tomorrow on: who has chosen a period by mistake has a day to take it back. */
export function expectExpiry(realm: Realm): void {
  if (expires(realm)) realm.timers.setSooner(RETENTION_TIMER, after(realm.clock.milliseconds(), DAY_MS));
}

/**
 * One step, and the next one after it until nothing is left that is too old. Each is a change of its own, and the next
 * is found from what is there: a crash between them delays it and loses nothing.
 */
export function expire(realm: Realm): void {
  if (!expires(realm)) return;
  const goOnAfter = (wait: Milliseconds) => realm.timers.set(RETENTION_TIMER, after(realm.clock.milliseconds(), wait));
  // All that an organization holds is kept while nobody can look after it.
  if (isDeactivated(realm)) goOnAfter(DAY_MS);
  else if (realm.shipper.lag.failures > 0) goOnAfter(WAIT_MS);
  else goOnAfter(expireChannel(realm) || expireDirects(realm) ? PAUSE_MS : DAY_MS);
}

/** Deletes the oldest messages of the first channel that has some to lose; returns whether there was one. */
function expireChannel(realm: Realm): boolean {
  const first = firstKept(realm);
  for (const channel of channelIndex(realm).byId.values()) {
    const before = first(channel);
    if (before === null || channel.first_message_id === null || channel.first_message_id >= before) continue;
    const places = oldestPlacesIn(realm, channel.conversation_id, before, MOST_AT_ONCE);
    if (places.length === 0) continue;
    deleteMessages(
      realm,
      ofFew(realm, places, ({ topic_id }) => topic_id),
    );
    return true;
  }
  return false;
}

/** The same of direct messages. */
function expireDirects(realm: Realm): boolean {
  const before = firstKept(realm)();
  const { id: gone } = directsGone.one(realm.sql, {});
  if (before === null || gone + 1 >= before) return false;
  const last = Math.min(before - 1, gone + MOST_PASSED);
  const found = directPlacesBetween(realm, [gone + 1, last], MOST_AT_ONCE);
  const places = ofFew(realm, found, ({ conversation_id }) => conversation_id);
  for (const some of Map.groupBy(places, ({ conversation_id }) => conversation_id).values())
    deleteMessages(realm, some);
  const isAll = found.length < MOST_AT_ONCE && places.length === found.length;
  setDirectsGone.run(realm.sql, { id: isAll ? last : (places.at(-1)?.id ?? gone) });
  return true;
}

/** As many of the first messages as one change can remove, and as belong together in few enough parts to be told. */
function ofFew(
  realm: Realm,
  places: readonly MessageIndexRow[],
  partOf: (place: MessageIndexRow) => number | null,
): readonly MessageIndexRow[] {
  const most = Math.max(1, Math.floor(MOST_TOLD / (usersWithQueues(realm).size + 1)));
  const parts = new Set<number | null>();
  const end = places.findIndex((place) => parts.add(partOf(place)).size > most);
  return removableAtOnce(realm, end === -1 ? places : places.slice(0, end), "oldest");
}
