import * as v from "valibot";
import { days } from "../util/time.ts";
import { boundedText } from "./bounded.ts";
import { languageSchema } from "./language.ts";
import { entryNames, type SettingDefinition, type SettingValues } from "./setting-table.ts";
import { timeZoneSchema } from "./time-zone.ts";

/**
 * The deprecated group of flat keys and events to which a setting also belongs (register-and-events.md 3,
 * "user_settings_object").
 */
export type LegacyGroup = "display" | "notifications";

interface UserSettingDefinition<Schema extends v.GenericSchema> extends SettingDefinition<Schema> {
  readonly legacyGroup: LegacyGroup | null;
  /** True if the setting is in realm_user_settings_defaults. */
  readonly inRealmDefaults: boolean;
  /** True if PATCH /realm/user_settings_defaults can change it (seed 4.6). */
  readonly realmDefaultChangeable: boolean;
}

type Traits = Partial<Omit<UserSettingDefinition<v.GenericSchema>, "schema" | "default">>;

const setting = <const Schema extends v.GenericSchema>(
  schema: Schema,
  initial: v.InferOutput<Schema>,
  traits: Traits = {},
): UserSettingDefinition<Schema> => ({
  schema,
  default: initial,
  legacyGroup: null,
  inRealmDefaults: true,
  realmDefaultChangeable: true,
  ...traits,
});

const display = { legacyGroup: "display" } as const;
const notifications = { legacyGroup: "notifications" } as const;
const ownOnly = { realmDefaultChangeable: false } as const;

export const emojisetChoices = Object.freeze([
  { key: "google", text: "Google" },
  { key: "twitter", text: "Twitter" },
  { key: "text", text: "Plain text" },
  { key: "google-blob", text: "Google blobs" },
] as const);

export const availableNotificationSounds = Object.freeze(["parley", "zulip", "ding"] as const);

const NO_SOUND = "none";
const soundNames: ReadonlySet<string> = new Set([...availableNotificationSounds, NO_SOUND]);
const notificationSound = v.pipe(
  boundedText("word"),
  v.check(
    (name) => soundNames.has(name),
    (issue) => `Invalid notification sound '${issue.input}'`,
  ),
);

const emailBatchingPeriod = v.pipe(
  v.number(),
  v.integer(),
  v.check(
    (seconds) => seconds > 0 && seconds <= days(7),
    (issue) => `Invalid email batching period: ${issue.input} seconds`,
  ),
);

const flag = v.boolean();
const between = (lowest: number, highest: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(lowest), v.maxValue(highest));

// The values allowed by seed 4.6.
const oneToThree = v.picklist([1, 2, 3]);
const oneToFour = v.picklist([1, 2, 3, 4]);

/** Who sees an account's real email: the values of email_address_visibility (users-groups-org.md 4.3). */
export const EmailVisibility = Object.freeze({
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const);
export type EmailVisibility = (typeof EmailVisibility)[keyof typeof EmailVisibility];

type HomeView = "recent_topics" | "recent" | "inbox" | "all_messages";
/** Accepts both names of the recent conversations view, but only one of them is stored (conventions.md 9). */
const homeView = v.pipe(
  v.picklist(["recent_topics", "recent", "inbox", "all_messages"]),
  v.transform((view): HomeView => (view === "recent" ? "recent_topics" : view)),
);

/** Converts a setting's value for a client. Zulip's clients use another name for the recent conversations view. */
export const shownSetting = <Value>(name: string, value: Value, readsLevelForm: boolean): Value | "recent" =>
  readsLevelForm && name === "web_home_view" && value === "recent_topics" ? "recent" : value;

/** Every personal setting, by its wire name (users-groups-org.md 5). */
export const userSettingTable = Object.freeze({
  allow_private_data_export: setting(flag, false, ownOnly),
  automatically_follow_topics_policy: setting(oneToFour, 3),
  automatically_follow_topics_where_mentioned: setting(flag, true),
  automatically_unmute_topics_in_muted_streams_policy: setting(oneToFour, 2),
  color_scheme: setting(oneToThree, 1, display),
  default_language: setting(languageSchema, "en", { ...display, ...ownOnly }),
  demote_inactive_streams: setting(oneToThree, 1, display),
  desktop_icon_count_display: setting(oneToFour, 1, notifications),
  display_emoji_reaction_users: setting(flag, true),
  email_address_visibility: setting(v.picklist(Object.values(EmailVisibility)), EmailVisibility.everyone),
  email_notifications_batching_period_seconds: setting(emailBatchingPeriod, 120, notifications),
  emojiset: setting(v.picklist(emojisetChoices.map(({ key }) => key)), "google", display),
  enable_call_ringing: setting(flag, true),
  enable_desktop_notifications: setting(flag, true, notifications),
  enable_digest_emails: setting(flag, true, notifications),
  enable_drafts_synchronization: setting(flag, true, display),
  enable_followed_topic_audible_notifications: setting(flag, true),
  enable_followed_topic_desktop_notifications: setting(flag, true),
  enable_followed_topic_email_notifications: setting(flag, true),
  enable_followed_topic_push_notifications: setting(flag, true),
  enable_followed_topic_wildcard_mentions_notify: setting(flag, true),
  enable_login_emails: setting(flag, true, { ...notifications, ...ownOnly }),
  enable_marketing_emails: setting(flag, true, { ...notifications, ...ownOnly }),
  enable_offline_email_notifications: setting(flag, true, notifications),
  enable_offline_push_notifications: setting(flag, true, notifications),
  enable_online_push_notifications: setting(flag, true, notifications),
  enable_sounds: setting(flag, true, notifications),
  enable_stream_audible_notifications: setting(flag, false, notifications),
  enable_stream_desktop_notifications: setting(flag, false, notifications),
  enable_stream_email_notifications: setting(flag, false, notifications),
  enable_stream_push_notifications: setting(flag, false, notifications),
  enter_sends: setting(flag, false, display),
  fluid_layout_width: setting(flag, false, display),
  hide_address_in_calls: setting(flag, false),
  hide_ai_features: setting(flag, false),
  high_contrast_mode: setting(flag, false, display),
  left_side_userlist: setting(flag, false, display),
  message_content_in_email_notifications: setting(flag, true, notifications),
  notification_sound: setting(notificationSound, "parley", notifications),
  pm_content_in_desktop_notifications: setting(flag, true, notifications),
  presence_enabled: setting(flag, true, notifications),
  realm_name_in_email_notifications_policy: setting(oneToThree, 1, notifications),
  receives_typing_notifications: setting(flag, true),
  resolved_topic_notice_auto_read_policy: setting(
    v.picklist(["always", "except_followed", "never"]),
    "except_followed",
  ),
  send_private_typing_notifications: setting(flag, true),
  send_read_receipts: setting(flag, true),
  send_stream_typing_notifications: setting(flag, true),
  starred_message_counts: setting(flag, true, display),
  timezone: setting(timeZoneSchema, "", { ...display, ...ownOnly, inRealmDefaults: false }),
  translate_emoticons: setting(flag, false, display),
  // Null uses the language's default.
  twenty_four_hour_time: setting(v.nullable(flag), null, display),
  user_list_style: setting(oneToThree, 3),
  web_animate_image_previews: setting(v.picklist(["always", "on_hover", "never"]), "on_hover"),
  web_channel_default_view: setting(oneToFour, 1),
  web_escape_navigates_to_home_view: setting(flag, true),
  web_font_size_px: setting(between(12, 20), 16),
  web_home_view: setting(homeView, "inbox", display),
  web_inbox_show_channel_folders: setting(flag, true),
  web_left_sidebar_show_channel_folders: setting(flag, true),
  web_left_sidebar_unreads_count_summary: setting(flag, true),
  web_line_height_percent: setting(between(100, 200), 140),
  web_mark_read_on_scroll_policy: setting(oneToThree, 1),
  web_navigate_to_sent_message: setting(flag, true),
  web_stream_unreads_count_display_policy: setting(oneToThree, 2),
  web_suggest_update_timezone: setting(flag, true),
  wildcard_mentions_notify: setting(flag, true, notifications),
});

export type UserSettings = SettingValues<typeof userSettingTable>;
export type UserSettingName = keyof UserSettings;

export const userSettingNames = entryNames(userSettingTable);

export const isUserSettingName = (name: string): name is UserSettingName => Object.hasOwn(userSettingTable, name);

export const legacyUserSettingNames = (group: LegacyGroup): readonly UserSettingName[] =>
  userSettingNames.filter((name) => userSettingTable[name].legacyGroup === group);
