import { type MessageId, toMessageId } from "../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import { HOUR, type Seconds } from "../../util/time.ts";
import { firstSinceHour, insertHour, latestHour, newestMessage } from "./rows.ts";

const latestKey = cacheKey<{ hour: number }>("latest hour");

export function recordHour(realm: Realm, message: MessageId): void {
  const hour = Math.floor(realm.seconds() / HOUR);
  const latest = realm.cached(latestKey, () => ({ hour: latestHour.one(realm.sql, {}).hour ?? 0 }));
  if (hour <= latest.hour) return;
  insertHour.run(realm.sql, { hour, message });
  latest.hour = hour;
}

/**
 * Returns the first message of the hour that contains a time. All messages before it were sent before that time. The
 * index is only accurate to the hour.
 */
export const firstSince = (realm: Realm, time: Seconds): MessageId =>
  firstSinceHour.one(realm.sql, { hour: Math.floor(time / HOUR) }).id ??
  toMessageId((newestMessage.one(realm.sql, {}).id ?? 0) + 1);
