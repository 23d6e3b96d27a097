import type { AccountState } from "./account.ts";
import type { ChannelsState } from "./channels.ts";
import type { DraftsState } from "./drafts.ts";
import type { EmojiState } from "./emoji.ts";
import type { GroupsState } from "./groups.ts";
import type { LaterState } from "./later.ts";
import type { NavigationState } from "./navigation.ts";
import type { PresenceState } from "./presence.ts";
import type { RealmState } from "./realm.ts";
import type { StarredState } from "./starred.ts";
import type { TopicsState } from "./topics.ts";
import type { UnreadState } from "./unread.ts";
import type { UsersState } from "./users.ts";

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
