import type { RealmPermissionName } from "../../protocol/permission-settings.ts";
import type { UserSettings } from "../../protocol/user-settings.ts";
import type { WireRealmState } from "../../wire-types.ts";
import type { EventNamed, FieldsOf } from "./event.ts";
import type { ChannelId, MessageId, UserId } from "./ids.ts";

type Settings = { -readonly [Name in keyof UserSettings]: UserSettings[Name] };

/** A device that gets encrypted notifications. */
interface PushDevice {
  readonly status: EventNamed<"push_device">["status"];
  readonly error_code: string | null;
}

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
  /** By their `push_account_id`. */
  push_devices: Record<string, PushDevice>;
}

export type Linkifier = EventNamed<"realm_linkifiers">["realm_linkifiers"][number];
export type Playground = EventNamed<"realm_playgrounds">["realm_playgrounds"][number];
export type RealmDomain = EventNamed<"realm_domains/add">["realm_domain"];
export type ProfileField = EventNamed<"custom_profile_fields">["fields"][number];

/** What values a permission may have. */
export type PermissionRule = WireRealmState["server_supported_permission_settings"]["realm"][RealmPermissionName];

interface RealmState extends WireRealmState {
  realm_linkifiers: readonly Linkifier[];
  realm_playgrounds: readonly Playground[];
  realm_domains: RealmDomain[];
  /** The commands of bots; a state that was kept by an earlier version of the client has none. */
  bot_commands?: EventNamed<"bot_commands">["bot_commands"];
  custom_profile_fields: readonly ProfileField[];
  custom_profile_field_types: Readonly<Record<string, { readonly name: string; readonly id: number }>>;
  /** The settings of new accounts. */
  realm_user_settings_defaults: Record<string, unknown>;
  /** Whether channels have addresses for mail. */
  readonly server_incoming_mail: boolean;
}

/** An account. It has no `profile_data` if it is a bot, and no address to write to where that is not to be seen. */
export type User = Omit<EventNamed<"realm_user/add">["person"], "is_active"> & { is_system_bot?: true };

/** A bot, as its owner and administrators see it. */
export type Bot = Omit<EventNamed<"realm_bot/add">["bot"], "api_key">;

interface UsersState {
  realm_users: User[];
  realm_non_active_users: User[];
  /** Bots that every organization has, such as the one of notifications. */
  cross_realm_bots: User[];
  /** One's own bots; for administrators, all. */
  realm_bots: Bot[];
  muted_users: EventNamed<"muted_users">["muted_users"];
}

/** Seconds since 1970 at which somebody last used a client, and at which one was last open; 0 for never. */
export type Presence = NonNullable<EventNamed<"presence">["presences"]>[string];

export type Status = Omit<FieldsOf<"user_status">, "user_id">;

/** Both by the ids of users. Who has neither, is in neither. */
interface PresenceState {
  presences: Record<string, Presence>;
  presence_last_update_id: number;
  server_timestamp: number;
  user_status: Record<string, Status>;
}

/** System groups have names such as `role:members`. The members of subgroups are not among `members`. */
export type Group = EventNamed<"user_group/add">["group"];

interface GroupsState {
  realm_user_groups: Group[];
}

/** `subscribers` has it only where a client asks for them; `message_retention_days` is -1 for ever. */
export type Channel = EventNamed<"stream/create">["streams"][number] & { subscribers?: UserId[] | undefined };

/** A channel that one is subscribed to, or once was, with one's own settings for it: null as in one's own settings. */
export type Subscription = EventNamed<"subscription/add">["subscriptions"][number];
export type ChannelFolder = EventNamed<"channel_folder/add">["channel_folder"];
export type DefaultChannelGroup = EventNamed<"default_stream_groups">["default_stream_groups"][number];

/** Each channel that one may see is in exactly one of the first three lists. */
interface ChannelsState {
  subscriptions: Subscription[];
  unsubscribed: Subscription[];
  never_subscribed: Channel[];
  /** All channels once more, which the web client does not ask for. */
  streams?: Channel[];
  channel_folders: ChannelFolder[];
  realm_default_streams: ChannelId[];
  realm_default_stream_groups: readonly DefaultChannelGroup[];
}

/** What one has said of a topic. */
export type TopicPreference = FieldsOf<"user_topic">;

interface TopicsState {
  user_topics: TopicPreference[];
}

interface WithIds {
  /** Ascending; never empty. */
  unread_message_ids: MessageId[];
}

export interface UnreadTopic extends WithIds {
  readonly stream_id: ChannelId;
  topic: string;
}

export interface UnreadDirect extends WithIds {
  /** One's own id for messages to oneself. */
  readonly other_user_id: UserId;
  readonly sender_id: UserId;
}

export interface UnreadGroupDirect extends WithIds {
  /** All participants, oneself too, ascending and with commas between. */
  readonly user_ids_string: string;
}

interface RecentDirect {
  /** Without oneself, ascending. */
  readonly user_ids: readonly UserId[];
  readonly max_message_id: MessageId;
}

export interface UnreadState {
  unread_msgs: {
    /** What it was at registration: `unreadOf` counts. */
    count: number;
    pms: UnreadDirect[];
    streams: UnreadTopic[];
    huddles: UnreadGroupDirect[];
    mentions: MessageId[];
    /** There are more than the server tells of. */
    old_unreads_missing: boolean;
  };
  max_message_id: MessageId;
  recent_private_conversations: RecentDirect[];
}

interface StarredState {
  starred_messages: MessageId[];
}

/** An emoji of the organization's own. */
export type CustomEmoji = EventNamed<"realm_emoji/update">["realm_emoji"][string];

interface EmojiState {
  /** By their ids, with those that are deactivated. */
  realm_emoji: Readonly<Record<string, CustomEmoji>>;
}

/** A draft: its `type` is empty where it is not addressed yet. */
export type Draft = EventNamed<"drafts/update">["draft"];

interface DraftsState {
  drafts: Draft[];
}

export type ScheduledMessage = EventNamed<"scheduled_messages/update">["scheduled_message"];
export type Reminder = EventNamed<"reminders/add">["reminders"][number];
export type SavedSnippet = EventNamed<"saved_snippets/add">["saved_snippet"];

interface LaterState {
  scheduled_messages: ScheduledMessage[];
  reminders: Reminder[];
  saved_snippets: SavedSnippet[];
}

/** A view that is pinned in the sidebar: its `name` is null for those that every client has. */
export type NavigationView = EventNamed<"navigation_view/add">["navigation_view"];

interface NavigationState {
  navigation_views: NavigationView[];
}

/** The reply of `POST /register`, as the client asks for it (`REGISTRATION`), folded with events since (`apply`). */
export interface State
  extends AccountState,
    RealmState,
    UsersState,
    PresenceState,
    GroupsState,
    ChannelsState,
    TopicsState,
    UnreadState,
    StarredState,
    EmojiState,
    DraftsState,
    LaterState,
    NavigationState {
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly zulip_version: string;
  readonly zulip_feature_level: number;
}

/**
 * The parameters with which the web client registers. It asks for no subscribers: with 10,000 accounts and 1,000 channels
 * these are megabytes, of which a person looks at those of a few channels (`GET /streams/:id/members`). `streams` repeats
 * what the lists of subscriptions say.
 */
export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: false,
  // A week, the longest there is: whoever comes back then goes on where they were.
  queue_lifespan_secs: 604_800,
  fetch_event_types: [
    ...["realm", "realm_domains", "realm_linkifiers", "realm_playgrounds", "realm_emoji", "custom_profile_fields"],
    ...["realm_user", "realm_bot", "realm_user_groups", "muted_users", "presence", "user_status"],
    ...["subscription", "default_streams", "default_stream_groups", "channel_folders", "user_topic"],
    ...["message", "update_message_flags", "starred_messages", "recent_private_conversations"],
    ...[
      "user_settings",
      "realm_user_settings_defaults",
      "alert_words",
      "onboarding_steps",
      "navigation_views",
      "push_device",
    ],
    ...["drafts", "scheduled_messages", "reminders", "saved_snippets", "bot_commands"],
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
  },
} as const;
