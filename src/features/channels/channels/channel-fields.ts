import * as v from "valibot";
import { groupSettingValueSchema } from "../../../protocol/group-setting-value.ts";
import { channelPermissionNames } from "../../../protocol/permission-settings.ts";
import { recordOf } from "../../../util/records.ts";

const permissions = recordOf(channelPermissionNames, () => groupSettingValueSchema);

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
  topics_policy: v.string(),
  stream_post_policy: v.number(),
  is_announcement_only: v.boolean(),
  ...permissions,
};
export const channelSchema = v.strictObject(channelFields);
export type ChannelObject = v.InferOutput<typeof channelSchema>;

/** The personal settings of one user for a channel. */
const personalFields = {
  color: v.string(),
  is_muted: v.boolean(),
  in_home_view: v.boolean(),
  pin_to_top: v.boolean(),
  desktop_notifications: v.nullable(v.boolean()),
  audible_notifications: v.nullable(v.boolean()),
  push_notifications: v.nullable(v.boolean()),
  email_notifications: v.nullable(v.boolean()),
  wildcard_mentions_notify: v.nullable(v.boolean()),
};
export const personalSchema = v.strictObject(personalFields);
export type PersonalFields = v.InferOutput<typeof personalSchema>;

const subscriberFields = {
  subscribers: v.optional(v.array(v.number())),
  partial_subscribers: v.optional(v.array(v.number())),
};
export const subscriptionSchema = v.strictObject({ ...channelFields, ...personalFields, ...subscriberFields });

/** The user's settings that stand in for a channel's null, for clients that do not know null. */
export const notificationDefaultsSchema = v.strictObject({
  desktop_notifications: v.boolean(),
  audible_notifications: v.boolean(),
  push_notifications: v.boolean(),
  email_notifications: v.boolean(),
  wildcard_mentions_notify: v.boolean(),
});
export type NotificationDefaults = v.InferOutput<typeof notificationDefaultsSchema>;
