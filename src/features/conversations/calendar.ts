import { type MessageId, toMessageId } from "../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import { HOUR, type Seconds } from "../../util/time.ts";
import { firstSinceHour, insertHour, latestHour, newestMessage } from "./rows.ts";

const latestKey = cacheKey<{ hour: number }>("latest hour");

/** Notes when a message was sent, to the hour: a row is written for the first one of each. */
export function noteHour(realm: Realm, message: MessageId): void {
  const hour = Math.floor(realm.seconds() / HOUR);
  const latest = realm.cached(latestKey, () => ({ hour: latestHour.one(realm.sql, {}).hour ?? 0 }));
  if (hour <= latest.hour) return;
  insertHour.run(realm.sql, { hour, message });
  latest.hour = hour;
}

/**
 * All messages before this one were sent before a time. Not all that were sent before it are among them: to
 * the hour is exact enough.
 */
export const firstSince = (realm: Realm, time: Seconds): MessageId =>
  firstSinceHour.one(realm.sql, { hour: Math.floor(time / HOUR) }).id ??
  toMessageId((newestMessage.one(realm.sql, {}).id ?? 0) + 1);
