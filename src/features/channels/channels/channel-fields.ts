import * as v from "valibot";
import { groupSettingValueSchema } from "../../../protocol/group-setting-value.ts";
import { channelPermissionNames } from "../../../protocol/permission-settings.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";
import { recordOf } from "../../../util/records.ts";

const permissions = recordOf(channelPermissionNames, () => groupSettingValueSchema);

/** Policies on the topics of a channel; `inherit` is the organization's policy (conventions.md 8). */
export const TOPICS_POLICIES = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;
export type TopicsPolicy = (typeof TOPICS_POLICIES)[number];

/** A channel as clients see it (register-and-events.md 4.3). */
export const channelFields = {
  stream_id: v.number(),
  name: v.string(),
  description: v.string(),
  rendered_description: v.string(),
  date_created: v.number(),
  creator_id: v.nullable(v.number()),
  invite_only: v.boolean(),
  is_web_public: v.boolean(),
  is_archived: v.boolean(),
  history_public_to_subscribers: v.boolean(),
  message_retention_days: v.nullable(v.number()),
  first_message_id: v.nullable(v.number()),
  is_recently_active: v.boolean(),
  stream_weekly_traffic: v.nullable(v.number()),
  subscriber_count: v.number(),
  folder_id: v.nullable(v.number()),
  topics_policy: v.picklist(TOPICS_POLICIES),
  stream_post_policy: v.number(),
  is_announcement_only: v.boolean(),
  /** Whether new subscribers get push notifications for the channel. */
  default_push_notifications: v.boolean(),
  /** Whether the channel is hidden from assistants. */
  closed_to_assistants: v.boolean(),
  ...permissions,
};
export const channelSchema = v.strictObject(channelFields);
export type ChannelObject = v.InferOutput<typeof channelSchema>;

/** Nullable personal channel settings, and the user setting that each inherits. */
export const INHERITED = {
  desktop_notifications: "enable_stream_desktop_notifications",
  audible_notifications: "enable_stream_audible_notifications",
  push_notifications: "enable_stream_push_notifications",
  email_notifications: "enable_stream_email_notifications",
  wildcard_mentions_notify: "wildcard_mentions_notify",
} as const;
type InheritedName = keyof typeof INHERITED;
export const inheritedNames = Object.keys(INHERITED) as InheritedName[];

const personalFields = {
  color: v.string(),
  is_muted: v.boolean(),
  in_home_view: v.boolean(),
  pin_to_top: v.boolean(),
  ...recordOf(inheritedNames, () => v.nullable(v.boolean())),
};
export const personalSchema = v.strictObject(personalFields);
export type PersonalFields = v.InferOutput<typeof personalSchema>;

const subscriberFields = {
  subscribers: v.optional(v.array(v.number())),
  partial_subscribers: v.optional(v.array(v.number())),
};
export const subscriptionSchema = v.strictObject({ ...channelFields, ...personalFields, ...subscriberFields });

/** The user's settings that replace null in channel settings, for clients that don't support null. */
export const notificationDefaultsSchema = v.strictObject(recordOf(inheritedNames, () => v.boolean()));
export type NotificationDefaults = v.InferOutput<typeof notificationDefaultsSchema>;

/** Returns personal settings for a client, without null if the client doesn't support it (register-and-events.md 3). */
export function personalSettingsFor(
  client: Pick<QueueClient, "capabilities">,
  personal: PersonalFields,
  defaults: NotificationDefaults,
): PersonalFields {
  if (can(client, "notification_settings_null")) return personal;
  const filled = { ...personal };
  for (const name of inheritedNames) filled[name] ??= defaults[name];
  return filled;
}
