import type { ChannelId, MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY, DAY_MS, days } from "../../../util/time.ts";
import { messageCountsAfter, newestMessageId } from "../../conversations/conversations.ts";
import { emitChannelUpdated } from "./channel-events.ts";
import { isRecentlyActive, weeklyTraffic } from "./channel-object.ts";
import { channelIndex, writeChannel } from "./channels.ts";
import { deleteDaysBefore, insertDay, latestDay, newestBefore } from "./rows.ts";

export const TRAFFIC_DAYS = 28;

export const DAILY_COUNT = "channel-activity";

/**
 * Records that a message was sent to a channel. Emits an update if it is the channel's first message, or if the channel
 * becomes recently active again.
 */
export function noteMessage(realm: Realm, id: ChannelId, message: MessageId): void {
  const channel = channelIndex(realm).byId.get(id);
  const now = realm.seconds();
  if (channel === undefined) return;
  // To save writes, the time of the last message is only accurate to a day.
  if (channel.first_message_id !== null && (channel.last_message_at ?? 0) > before(now, DAY)) return;
  const first_message_id = channel.first_message_id ?? message;
  const changed = writeChannel(realm, channel, { first_message_id, last_message_at: now });
  if (channel.first_message_id === null)
    emitChannelUpdated(realm, changed, { property: "first_message_id", value: message });
  if (!isRecentlyActive(channel, now))
    emitChannelUpdated(realm, changed, { property: "is_recently_active", value: true });
  realm.timers.setSooner(DAILY_COUNT, after(realm.clock.milliseconds(), DAY_MS));
}

/** Records and emits a channel's oldest message, if it changed. */
export function noteFirstMessage(realm: Realm, id: ChannelId, first_message_id: MessageId | null): void {
  const channel = channelIndex(realm).byId.get(id);
  if (channel === undefined || channel.first_message_id === first_message_id) return;
  emitChannelUpdated(realm, writeChannel(realm, channel, { first_message_id }), {
    property: "first_message_id",
    value: first_message_id,
  });
}

/**
 * Counts the traffic of all channels, and emits which are no longer recently active. Runs daily while any is active.
 */
export function countActivity(realm: Realm): void {
  const now = realm.seconds();
  const lastCount = latestDay.one(realm.sql, {}).at ?? realm.identity.created_at;
  insertDay.run(realm.sql, { at: now, newest: newestMessageId(realm) });
  const at = before(now, days(TRAFFIC_DAYS));
  deleteDaysBefore.run(realm.sql, { at });
  const { newest } = newestBefore.one(realm.sql, { at });
  const counts = messageCountsAfter(realm, newest);
  let anyActive = false;
  for (const channel of [...channelIndex(realm).byId.values()]) {
    const weekly_traffic = perWeek(counts.get(channel.conversation_id) ?? 0, now - channel.date_created);
    if (weekly_traffic !== channel.weekly_traffic) writeChannel(realm, channel, { weekly_traffic });
    const shown = weeklyTraffic({ ...channel, weekly_traffic }, now);
    if (shown !== weeklyTraffic(channel, lastCount))
      emitChannelUpdated(realm, channel, { property: "stream_weekly_traffic", value: shown });
    const isActive = isRecentlyActive(channel, now);
    if (!isActive && isRecentlyActive(channel, lastCount))
      emitChannelUpdated(realm, channel, { property: "is_recently_active", value: false });
    anyActive ||= isActive;
  }
  if (anyActive) realm.timers.set(DAILY_COUNT, after(realm.clock.milliseconds(), DAY_MS));
}

/**
 * Messages per week, averaged over the age of a channel if that is shorter. Rounded up, so that the result is 0 only
 * without messages.
 */
const perWeek = (messages: number, ageSeconds: number) =>
  Math.ceil((messages * 7) / Math.min(TRAFFIC_DAYS, Math.max(7, ageSeconds / DAY)));
