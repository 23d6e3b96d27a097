import { postPolicy } from "../../../protocol/legacy-policies.ts";
import { type ChannelPermissions, channelPermissionNames } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { recordOf } from "../../../util/records.ts";
import { before, days, type Seconds } from "../../../util/time.ts";
import { visibleValue } from "../../organization/user-groups/access.ts";
import { systemGroupIds } from "../../organization/user-groups/user-groups.ts";
import type { ChannelObject } from "./channel-fields.ts";
import type { Channel } from "./channels.ts";
import { subscriberList } from "./subscribers.ts";

const RECENT_SECONDS = days(180);
const ONLY_ADMINISTRATORS = 2;

/** Returns a channel in wire format, the same for everyone who can see it. */
export function channelObject(realm: Realm, channel: Channel): ChannelObject {
  const now = realm.seconds();
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: channel.date_created,
    creator_id: channel.creator_id,
    invite_only: channel.invite_only === 1,
    is_web_public: channel.is_web_public === 1,
    is_archived: channel.is_archived === 1,
    history_public_to_subscribers: channel.history_public_to_subscribers === 1,
    message_retention_days: channel.message_retention_days,
    first_message_id: channel.first_message_id,
    is_recently_active: isRecentlyActive(channel, now),
    stream_weekly_traffic: weeklyTraffic(channel, now),
    subscriber_count: subscriberList(realm, channel.id).length,
    folder_id: channel.folder_id,
    topics_policy: channel.topics_policy,
    default_push_notifications: channel.default_push_notifications === 1,
    closed_to_assistants: channel.closed_to_assistants === 1,
    ...legacyPostPolicy(realm, channel.permissions),
    ...visiblePermissions(realm, channel),
  };
}

/**
 * Legacy properties for who can post, for clients that don't support `can_send_message_group` (channels-topics.md 3).
 */
export function legacyPostPolicy(realm: Realm, { can_send_message_group }: ChannelPermissions) {
  const stream_post_policy = postPolicy(can_send_message_group, systemGroupIds(realm));
  return { stream_post_policy, is_announcement_only: stream_post_policy === ONLY_ADMINISTRATORS };
}

/** Whether a channel was created or had messages in the last 180 days. */
export const isRecentlyActive = (channel: Pick<Channel, "last_message_at" | "date_created">, now: Seconds) =>
  (channel.last_message_at ?? channel.date_created) > before(now, RECENT_SECONDS);

/** Weekly traffic in wire format: null for a channel younger than a week. */
export const weeklyTraffic = (channel: Pick<Channel, "date_created" | "weekly_traffic">, now: Seconds) =>
  channel.date_created > before(now, days(7)) ? null : channel.weekly_traffic;

const visiblePermissions = (realm: Realm, { permissions }: Channel): ChannelPermissions =>
  recordOf(channelPermissionNames, (name) => visibleValue(realm, permissions[name]));
