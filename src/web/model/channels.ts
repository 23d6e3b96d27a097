import type { ChannelPermissions } from "../../protocol/permission-settings.ts";
import type { ChannelId, MessageId, UserId } from "./ids.ts";

type Permissions = { -readonly [Name in keyof ChannelPermissions]: ChannelPermissions[Name] };

export interface Channel extends Permissions {
  readonly stream_id: ChannelId;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: UserId | null;
  invite_only: boolean;
  is_web_public: boolean;
  is_archived: boolean;
  history_public_to_subscribers: boolean;
  /** Null: as in the organization; -1: for ever. */
  message_retention_days: number | null;
  first_message_id: MessageId | null;
  is_recently_active: boolean;
  /** Null where the channel is too new to say. */
  stream_weekly_traffic: number | null;
  subscriber_count: number;
  folder_id: number | null;
  /** `inherit`: as in the organization. */
  topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
  stream_post_policy: number;
  is_announcement_only: boolean;
  /** Only where a client asks for them. */
  subscribers?: UserId[];
}

/** A channel that one is subscribed to, or once was, with one's own settings for it. */
export interface Subscription extends Channel {
  /** `#rrggbb` */
  color: string;
  is_muted: boolean;
  in_home_view: boolean;
  pin_to_top: boolean;
  /** Null: as in one's own settings. */
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

export interface ChannelFolder {
  readonly id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: UserId | null;
  order: number;
  is_archived: boolean;
}

export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly streams: readonly ChannelId[];
}

/** Each channel that one may see is in exactly one of the first three lists. */
export interface ChannelsState {
  subscriptions: Subscription[];
  unsubscribed: Subscription[];
  never_subscribed: Channel[];
  /** All channels once more, which the web client does not ask for. */
  streams?: Channel[];
  channel_folders: ChannelFolder[];
  realm_default_streams: ChannelId[];
  realm_default_stream_groups: readonly DefaultChannelGroup[];
}
