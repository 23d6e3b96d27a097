import * as v from "valibot";
import { statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import type { SourceRow } from "../../../realm/archive-io/source-row.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, HOUR, type Seconds } from "../../../util/time.ts";
import { hourOf } from "../../conversations/archive.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { newestIn } from "../../conversations/conversations.ts";
import { oldestIn } from "../../conversations/message-places.ts";
import {
  CHANNEL_SETTINGS,
  importedSettings,
  putImportedSetting,
} from "../../organization/organization-settings/archive.ts";
import { DAILY_COUNT, TRAFFIC_DAYS } from "./activity.ts";
import { isPrivate, rewriteDescriptions, writeChannel, writeDefaultGroup } from "./archive-channels.ts";
import { endSubscriptions, writeSubscription } from "./archive-subscriptions.ts";
import { parseGroupChannels } from "./default-groups/default-groups.ts";
import { allChannels } from "./rows.ts";

/** Channels, default channels, and subscriptions with the messages they received. */
export const channelArchive: FeatureArchive = {
  tables: ["channels", "default_channel_groups", "subscriptions", "subscription_spans"],
  derived: ["subscriber_lists", "message_days"],
  parts: [
    part({
      table: "channels",
      reading: {
        from: "channels t",
        key: ["id"],
        columns: `name description date_created creator_id invite_only is_web_public is_archived
          history_public_to_subscribers message_retention_days folder_id topics_policy is_default default_push_notifications
          closed_to_assistants permissions`.split(/\s+/),
      },
      row: (row, { filter }) => (filter.includesChannel(row.number("id")) ? row.of("channels") : undefined),
      write: writeChannel,
    }),
    part({
      table: "default_channel_groups",
      rehearsed: null,
      reading: { from: "default_channel_groups t", key: ["id"], columns: ["name", "description", "channels"] },
      row: (row, { filter }) => ({
        name: row.text("name"),
        description: row.text("description"),
        channels: parseGroupChannels(row.text("channels")).filter((id) => filter.includesChannel(id)),
      }),
      write: writeDefaultGroup,
    }),
    part({
      table: "subscriptions",
      reading: {
        from: "subscriptions t",
        key: ["user_id", "channel_id"],
        columns: [
          ..."active suspended since_message color is_muted pin_to_top desktop_notifications".split(" "),
          ..."audible_notifications push_notifications email_notifications wildcard_mentions_notify".split(" "),
          `(SELECT json_group_array(json_array(from_message, to_message)) FROM (
             SELECT from_message, to_message FROM subscription_spans s
             WHERE s.user_id = t.user_id AND s.channel_id = t.channel_id ORDER BY from_message)) AS spans`,
        ],
      },
      row(row, { filter, newest }) {
        const channel_id = row.number("channel_id");
        const user_id = row.number("user_id");
        if (!filter.includesChannel(channel_id)) return undefined;
        const [active, suspended] = [row.flag("active"), row.flag("suspended")];
        const common = { user_id, channel_id, active, suspended, received: received(row, newest) };
        return filter.includesPrivateDataOf(user_id) ? { ...common, ...row.of("subscriptions") } : common;
      },
      write: writeSubscription,
      end: endSubscriptions,
    }),
  ],
  finish(writing) {
    rewriteDescriptions(writing);
    writeChannelSettings(writing);
    if (writing.writes) noteMessages(writing.realm);
  },
};

const readSpans = stored("subscription_spans", v.array(v.tuple([v.number(), v.number()])), () => []);

/** Returns the message ranges a subscription received, up to the newest message in the export. */
function received(row: SourceRow, newest: number): [number, number | null][] {
  const ended = readSpans(row.text("spans"))
    .filter(([first]) => first <= newest)
    .map(([first, last]): [number, number] => [first, Math.min(last, newest)]);
  return row.flag("active") ? [...ended, [Math.min(row.number("since_message"), newest + 1), null]] : ended;
}

/** Writes the organization settings that refer to channels, now that the channels exist. */
function writeChannelSettings(writing: ImportContext): void {
  for (const found of importedSettings(writing)) {
    for (const name of CHANNEL_SETTINGS) {
      const given = found[name];
      if (given === undefined) continue;
      const channel = typeof given === "number" ? writing.id("channel", given) : undefined;
      const isNone = given === null || given === -1;
      const isPossible = name !== "moderation_request_channel_id" || isPrivate(writing, channel);
      if (isNone || (channel !== undefined && isPossible)) putImportedSetting(writing, name, channel ?? -1);
      else writing.leftOut(LeftOut.setting, name);
    }
  }
  writing.realm.forgetAll();
}

/** Derives channels' message fields and daily message counts from the messages. Times are accurate to the hour. */
function noteMessages(realm: Realm): void {
  for (const { id, conversation_id } of allChannels.all(realm.sql, {})) {
    const first = oldestIn(realm, conversation_id);
    if (first === null) continue;
    const hour = hourOf(realm, newestIn(realm, conversation_id)) ?? 0;
    setMessages.run(realm.sql, { id, first, at: hour * HOUR });
  }
  const now = realm.seconds();
  for (let day = TRAFFIC_DAYS + 1; day > 0; day -= 1) {
    const at = before(now, days(day));
    insertDay.run(realm.sql, { at, newest: firstSince(realm, at) - 1 });
  }
  realm.timers.setSooner(DAILY_COUNT, realm.clock.milliseconds());
}
const setMessages = statement<{ id: number; first: number; at: number }>(
  "UPDATE channels SET first_message_id = :first, last_message_at = max(coalesce(last_message_at, 0), :at) WHERE id = :id",
);
/** Newest message of a day, for days without a count. */
const insertDay = statement<{ at: Seconds; newest: number }>(
  "INSERT OR IGNORE INTO message_days (at, newest_message) VALUES (:at, :newest)",
);
