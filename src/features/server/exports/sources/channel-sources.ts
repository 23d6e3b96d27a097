import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import { permissionsIn } from "./organization-sources.ts";
import { type Source, source } from "./source.ts";
import type { SourceRow } from "./source-row.ts";

const readSpans = stored("subscription_spans", v.array(v.tuple([v.number(), v.number()])), () => []);

/** The ranges of messages that a subscription received, up to the newest message that the export has. */
function received(row: SourceRow, newest: number): [number, number | null][] {
  const ended = readSpans(row.text("spans"))
    .filter(([first]) => first <= newest)
    .map(([first, last]): [number, number] => [first, Math.min(last, newest)]);
  return row.flag("active") ? [...ended, [Math.min(row.number("since_message"), newest + 1), null]] : ended;
}

export const channelSources: readonly Source[] = [
  source({
    table: "channels",
    reads: ["channels"],
    reading: {
      from: "channels t",
      key: ["id"],
      columns: `name description date_created creator_id invite_only is_web_public is_archived
        history_public_to_subscribers message_retention_days folder_id topics_policy is_default permissions`.split(
        /\s+/,
      ),
    },
    row(row, { filter }) {
      if (!filter.includesChannel(row.number("id"))) return undefined;
      return {
        id: row.number("id"),
        name: row.text("name"),
        description: row.text("description"),
        creator_id: row.numberOrNull("creator_id"),
        date_created: row.number("date_created"),
        invite_only: row.flag("invite_only"),
        is_web_public: row.flag("is_web_public"),
        is_archived: row.flag("is_archived"),
        history_public_to_subscribers: row.flag("history_public_to_subscribers"),
        message_retention_days: row.numberOrNull("message_retention_days"),
        folder_id: row.numberOrNull("folder_id"),
        topics_policy: row.text("topics_policy"),
        is_default: row.flag("is_default"),
        permissions: permissionsIn(row),
      };
    },
  }),
  source({
    table: "subscriptions",
    reads: ["subscriptions", "subscription_spans"],
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
      const common = { user_id, channel_id, active: row.flag("active"), received: received(row, newest) };
      if (!filter.includesPrivateDataOf(user_id)) return common;
      return {
        ...common,
        suspended: row.flag("suspended"),
        color: row.text("color"),
        is_muted: row.flag("is_muted"),
        pin_to_top: row.flag("pin_to_top"),
        desktop_notifications: row.flagOrNull("desktop_notifications"),
        audible_notifications: row.flagOrNull("audible_notifications"),
        push_notifications: row.flagOrNull("push_notifications"),
        email_notifications: row.flagOrNull("email_notifications"),
        wildcard_mentions_notify: row.flagOrNull("wildcard_mentions_notify"),
      };
    },
  }),
  source({
    table: "topic_preferences",
    reads: ["topic_preferences"],
    reading: {
      from: "topic_preferences t",
      key: ["user_id", "channel_id", "topic_key"],
      columns: ["topic", "policy", "updated_at"],
    },
    row(row, { filter }) {
      const [user_id, channel_id] = [row.number("user_id"), row.number("channel_id")];
      if (!filter.includesPrivateDataOf(user_id)) return undefined;
      // A channel that the export does not have is one that its user does not see either.
      if (!filter.includesChannel(channel_id)) return undefined;
      const visibility_policy = v.parse(v.picklist([1, 2, 3]), row.number("policy"));
      return {
        user_id,
        channel_id,
        topic: row.text("topic"),
        visibility_policy,
        last_updated: row.number("updated_at"),
      };
    },
  }),
];
