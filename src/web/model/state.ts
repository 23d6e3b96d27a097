import type { UserSettings } from "../../protocol/user-settings.ts";
import type { WireRealmState } from "../../wire-types.ts";
import type { EventNamed, FieldsOf } from "./event.ts";
import type { ChannelId, MessageId, UserId } from "./ids.ts";

type Settings = { -readonly [Name in keyof UserSettings]: UserSettings[Name] };

export interface AccountState {
  readonly user_id: UserId;
  email: string;
  delivery_email: string;
  full_name: string;
  avatar_source: string;
  avatar_url: string;
  avatar_url_medium: string;
  is_owner: boolean;
  is_admin: boolean;
  is_moderator: boolean;
  is_guest: boolean;
  user_settings: Settings & {
    readonly emojiset_choices: readonly { readonly key: string; readonly text: string }[];
    readonly available_notification_sounds: readonly string[];
  };
  alert_words: EventNamed<"alert_words">["alert_words"];
  onboarding_steps: EventNamed<"onboarding_steps">["onboarding_steps"];
}

export type Linkifier = EventNamed<"realm_linkifiers">["realm_linkifiers"][number];
export type Playground = EventNamed<"realm_playgrounds">["realm_playgrounds"][number];
export type RealmDomain = EventNamed<"realm_domains/add">["realm_domain"];
export type ProfileField = EventNamed<"custom_profile_fields">["fields"][number];

export type PermissionRule = WireRealmState["server_supported_permission_settings"]["stream"]["can_subscribe_group"];

interface RealmState extends Omit<WireRealmState, "server_owner_settings" | "svc_supported_permission_settings"> {
  /**
   * In states stored by earlier client versions, these permissions are in `server_supported_permission_settings`
   * instead.
   */
  readonly svc_supported_permission_settings?: WireRealmState["svc_supported_permission_settings"];
  /** Missing in states stored by earlier client versions. */
  readonly server_owner_settings?: WireRealmState["server_owner_settings"];
  /** Missing in states stored by earlier client versions. */
  readonly server_report_message_types?: readonly { readonly key: string; readonly name: string }[];
  realm_linkifiers: readonly Linkifier[];
  realm_playgrounds: readonly Playground[];
  realm_domains: RealmDomain[];
  /** Bot commands. Missing in states stored by earlier client versions. */
  bot_commands?: EventNamed<"bot_commands">["bot_commands"];
  custom_profile_fields: readonly ProfileField[];
  custom_profile_field_types: Readonly<Record<string, { readonly name: string; readonly id: number }>>;
  realm_user_settings_defaults: Record<string, unknown>;
  /**
   * Whether organizations on this server can place holds on messages. Missing in states stored by earlier client
   * versions.
   */
  readonly server_holds?: boolean;
  /** Whether the server can run bots' programs. Missing in states stored by earlier client versions. */
  readonly server_runs_bots?: boolean;
  /** True if channels have email addresses. */
  readonly server_incoming_mail: boolean;
}

/** An account. Bots have no `profile_data`; `delivery_email` is null if the user isn't allowed to see it. */
export type User = Omit<EventNamed<"realm_user/add">["person"], "is_active"> & { is_system_bot?: true };

/** A bot's data beyond its account, which only its owner and administrators receive. */
export type BotData = EventNamed<"realm_bot/add">["bot"];

/** When a user was last active, and last had a client open, in seconds since 1970; 0 for never. */
export type Presence = NonNullable<EventNamed<"presence">["presences"]>[string];

export type Status = Omit<FieldsOf<"user_status">, "user_id">;

/** A user group. System groups have names like `role:members`. `members` excludes the members of subgroups. */
export type Group = EventNamed<"user_group/add">["group"];

/** A channel. It has `subscribers` only if the client requested them. `message_retention_days` is -1 for no limit. */
export type Channel = EventNamed<"stream/create">["streams"][number] & { subscribers?: UserId[] | undefined };

/**
 * A channel that the user is or was subscribed to, with their settings for it. If a setting is null, the account's
 * applies.
 */
export type Subscription = EventNamed<"subscription/add">["subscriptions"][number];
export type ChannelFolder = EventNamed<"channel_folder/add">["channel_folder"];
export type DefaultChannelGroup = EventNamed<"default_stream_groups">["default_stream_groups"][number];

/** The user's visibility policy for a topic. */
export type TopicPreference = FieldsOf<"user_topic">;

interface WithIds {
  /** Ascending and never empty. */
  unread_message_ids: MessageId[];
}

export interface UnreadTopic extends WithIds {
  readonly stream_id: ChannelId;
  topic: string;
}

export interface UnreadDirect extends WithIds {
  /** The user's own id for messages to themselves. */
  readonly other_user_id: UserId;
  readonly sender_id: UserId;
}

export interface UnreadGroupDirect extends WithIds {
  /** Ids of all participants including the user, ascending and comma-separated. */
  readonly user_ids_string: string;
}

interface RecentDirect {
  /** The other participants' ids, ascending. */
  readonly user_ids: readonly UserId[];
  readonly max_message_id: MessageId;
}

export interface UnreadState {
  unread_msgs: {
    /** The number at registration. Events don't change it: use `unreadOf`. */
    count: number;
    pms: UnreadDirect[];
    streams: UnreadTopic[];
    huddles: UnreadGroupDirect[];
    mentions: MessageId[];
    /** True if there are more unread messages than these lists hold. */
    old_unreads_missing: boolean;
  };
  max_message_id: MessageId;
  recent_private_conversations: RecentDirect[];
}

export type CustomEmoji = EventNamed<"realm_emoji/add">["emoji"];

/** A draft. Its `type` is empty while it has no recipient. */
export type Draft = EventNamed<"drafts/update">["draft"];

export type ScheduledMessage = EventNamed<"scheduled_messages/update">["scheduled_message"];
export type Reminder = EventNamed<"reminders/add">["reminders"][number];
export type SavedSnippet = EventNamed<"saved_snippets/add">["saved_snippet"];

/** A view pinned to the sidebar. Its `name` is null for views that every client has. */
export type NavigationView = EventNamed<"navigation_view/add">["navigation_view"];

/** An ongoing call; `call_id` is the number in its link. */
export type Call = EventNamed<"call/start">["call"];

export type Pin = EventNamed<"channel_board/pin_added">["pin"];
export type BoardPage = EventNamed<"channel_board/page_changed">["page"];

export interface Board {
  readonly stream_id: ChannelId;
  /** In the order in which they are shown. */
  readonly pins: readonly Pin[];
  readonly page: BoardPage;
}

export interface PinnedTopic {
  readonly pin_id: number;
  readonly stream_id: ChannelId;
  readonly topic_name: string;
  readonly position: number;
}

/** An open link that lets people outside the organization take part in a channel, or only in one of its topics. */
export type OutsideLink = EventNamed<"outside_links/add">["outside_link"];

/** An outside link, with the data that only its creator and administrators receive. */
export type ManagedLink = EventNamed<"outside_links/managed">["outside_link"];

/** What the user can see and do after joining through an outside link. */
export type OutsideAccess = EventNamed<"outside_links/access">["outside_access"];

/** The response to `POST /register` with the parameters `REGISTRATION`, updated by the events since then (`apply`). */
export interface State extends AccountState, RealmState, UnreadState {
  realm_users: User[];
  realm_non_active_users: User[];
  /** System bots of every organization, such as Notification Bot. */
  cross_realm_bots: User[];
  /** The user's own bots, or all bots for administrators. */
  realm_bots: BotData[];
  muted_users: EventNamed<"muted_users">["muted_users"];
  realm_user_groups: Group[];

  /** `presences` and `user_status` are keyed by user id, and omit users without a presence or status. */
  presences: Record<string, Presence>;
  presence_last_update_id: number;
  server_timestamp: number;
  /**
   * Seconds that this device's clock was ahead of the server's at the registration or the last request for presences.
   */
  seconds_ahead?: number;
  user_status: Record<string, Status>;

  /** The channels the user can see. Each is in exactly one of these three lists. */
  subscriptions: Subscription[];
  unsubscribed: Subscription[];
  never_subscribed: Channel[];
  /** The channels of these three lists together. The web client doesn't request them. */
  streams?: Channel[];
  channel_folders: ChannelFolder[];
  realm_default_streams: ChannelId[];
  realm_default_stream_groups: readonly DefaultChannelGroup[];
  user_topics: TopicPreference[];

  starred_messages: MessageId[];
  /** Custom emoji by id, including deactivated ones. */
  realm_emoji: Readonly<Record<string, CustomEmoji>>;
  drafts: Draft[];
  scheduled_messages: ScheduledMessage[];
  reminders: Reminder[];
  saved_snippets: SavedSnippet[];
  navigation_views: NavigationView[];

  /** Ongoing calls. Missing in states stored by earlier client versions. */
  calls?: readonly Call[];
  /** Missing if the server has no calls. `mode` is how audio is transmitted, or "off". */
  readonly server_calls?: {
    readonly mode: "off" | "mesh" | "sfu";
    readonly limit: number;
    readonly ring_seconds?: number;
    readonly has_relay?: boolean;
  };
  /** Channels with a voice room. Missing in states stored by earlier client versions. */
  voice_rooms?: readonly ChannelId[];

  /** The pinned topics of subscribed channels. */
  channel_board_topics?: readonly PinnedTopic[];
  /** The boards that were opened last. Not part of the registration. */
  opened_boards?: readonly Board[];
  /** Channels joined since the registration. No event reports their pins. */
  unknown_boards?: readonly ChannelId[];

  /** The open outside links to channels that the user can read. Missing in states stored by earlier client versions. */
  outside_links?: readonly OutsideLink[];
  /** Null for members. Missing in states stored by earlier client versions. */
  outside_access?: OutsideAccess | null;

  readonly queue_id: string;
  readonly last_event_id: number;
  readonly zulip_version: string;
  /** Parley's version. */
  readonly svc_build: string;
  readonly zulip_feature_level: number;
}

/**
 * The web client's registration parameters. They don't include subscribers: with 10,000 accounts and 1,000 channels,
 * these would be megabytes, and a user looks at only a few channels (`GET /streams/:id/members`). They don't include
 * `streams`, which repeats the subscription lists.
 */
export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: false,
  // A week, the longest lifespan. A user who returns within it needs no new registration.
  queue_lifespan_secs: 604_800,
  fetch_event_types: [
    ...["realm", "realm_domains", "realm_linkifiers", "realm_playgrounds", "realm_emoji", "custom_profile_fields"],
    ...["realm_user", "realm_bot", "realm_user_groups", "muted_users", "presence", "user_status"],
    ...["subscription", "default_streams", "default_stream_groups", "channel_folders", "user_topic"],
    ...["message", "update_message_flags", "starred_messages", "recent_private_conversations"],
    ...["user_settings", "realm_user_settings_defaults", "alert_words", "onboarding_steps", "navigation_views"],
    ...["drafts", "scheduled_messages", "reminders", "saved_snippets", "bot_commands", "call", "channel_board"],
    ...["voice_room", "outside_links"],
  ],
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
    calls: true,
    channel_boards: true,
    outside_links: true,
    recurring_messages: true,
    bot_buttons: true,
    parley_onboarding_steps: true,
  },
} as const;
