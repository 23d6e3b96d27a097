import type { UserSettingName, UserSettings } from "../../../../protocol/user-settings.ts";

/** A row for an account setting. Its label and the names of its values are in its section's words. */
export type UserSettingRow =
  | { readonly kind: "flag"; readonly name: FlagName }
  /** The first value is also shown for values that this client treats in the same way. */
  | { readonly kind: "choice"; readonly name: ChoiceName; readonly values: readonly (string | number)[] };

type NameOf<Value> = { [Name in UserSettingName]: UserSettings[Name] extends Value ? Name : never }[UserSettingName];
type FlagName = NameOf<boolean>;
export type ChoiceName = NameOf<string | number>;

const flag = (name: FlagName): UserSettingRow => ({ kind: "flag", name });
const choice = <Name extends ChoiceName>(name: Name, ...values: readonly UserSettings[Name][]): UserSettingRow => ({
  kind: "choice",
  name,
  values,
});

/** Rows for account settings by page section, also used for new accounts. */
export const USER_SETTING_ROWS = {
  reading: [
    choice("web_home_view", "inbox", "recent_topics", "all_messages"),
    choice("web_channel_default_view", 3, 2),
    choice("web_mark_read_on_scroll_policy", 1, 2, 3),
    choice("web_font_size_px", 16, 12, 13, 14, 15, 17, 18, 19, 20),
    choice("web_line_height_percent", 140, 120, 130, 150, 160, 180),
    flag("fluid_layout_width"),
    choice("emojiset", "google", "text"),
    choice("web_animate_image_previews", "on_hover", "always", "never"),
    flag("display_emoji_reaction_users"),
    flag("receives_typing_notifications"),
    flag("web_escape_navigates_to_home_view"),
  ],
  writing: [
    flag("enter_sends"),
    flag("web_navigate_to_sent_message"),
    flag("translate_emoticons"),
    flag("enable_drafts_synchronization"),
  ],
  sidebar: [
    flag("web_left_sidebar_show_channel_folders"),
    choice("demote_inactive_streams", 1, 2, 3),
    flag("starred_message_counts"),
    choice("desktop_icon_count_display", 1, 2, 3, 4),
  ],
  privacy: [
    flag("presence_enabled"),
    flag("send_private_typing_notifications"),
    flag("send_stream_typing_notifications"),
    flag("send_read_receipts"),
    choice("email_address_visibility", 1, 2, 5, 3, 4),
    flag("hide_address_in_calls"),
  ],
  topics: [
    choice("automatically_follow_topics_policy", 1, 2, 3, 4),
    choice("automatically_unmute_topics_in_muted_streams_policy", 1, 2, 3, 4),
    flag("automatically_follow_topics_where_mentioned"),
    choice("resolved_topic_notice_auto_read_policy", "always", "except_followed", "never"),
  ],
  push: [flag("enable_online_push_notifications")],
  desktop: [
    choice("notification_sound", "parley", "zulip", "ding", "none"),
    flag("pm_content_in_desktop_notifications"),
    flag("enable_call_ringing"),
  ],
  email: [
    choice("email_notifications_batching_period_seconds", 120, 300, 600, 1800, 3600, 21_600, 86_400),
    flag("message_content_in_email_notifications"),
    choice("realm_name_in_email_notifications_policy", 1, 2, 3),
    flag("enable_digest_emails"),
  ],
  // Users decide this for themselves, so administrators can't choose a default for new accounts.
  logins: [flag("enable_login_emails")],
} as const satisfies Readonly<Record<string, readonly UserSettingRow[]>>;

interface NotificationRow {
  readonly name: "directs" | "followed" | "channels";
  /** The setting for each delivery method, or undefined if there is none. */
  readonly settings: Readonly<Record<NotificationWay, FlagName | undefined>>;
}

export const NOTIFICATION_WAYS = ["desktop", "sound", "push", "email", "wildcard"] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];

/** The kinds of messages that users are notified of, with the setting for each delivery method. */
export const NOTIFICATION_ROWS: readonly NotificationRow[] = [
  {
    name: "directs",
    settings: {
      desktop: "enable_desktop_notifications",
      sound: "enable_sounds",
      push: "enable_offline_push_notifications",
      email: "enable_offline_email_notifications",
      wildcard: undefined,
    },
  },
  {
    name: "followed",
    settings: {
      desktop: "enable_followed_topic_desktop_notifications",
      sound: "enable_followed_topic_audible_notifications",
      push: "enable_followed_topic_push_notifications",
      email: "enable_followed_topic_email_notifications",
      wildcard: "enable_followed_topic_wildcard_mentions_notify",
    },
  },
  {
    name: "channels",
    settings: {
      desktop: "enable_stream_desktop_notifications",
      sound: "enable_stream_audible_notifications",
      push: "enable_stream_push_notifications",
      email: "enable_stream_email_notifications",
      wildcard: "wildcard_mentions_notify",
    },
  },
];
