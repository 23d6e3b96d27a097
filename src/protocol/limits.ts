/** The limits and choices that /register sends to clients (register-and-events.md 4.1, rule 4). */

function frozen<const Table extends object>(table: Table): Table {
  for (const value of Object.values(table)) if (typeof value === "object" && value !== null) frozen(value);
  return Object.freeze(table);
}

/** Lengths are in Unicode code points (conventions.md 7). */
export const lengthLimits = frozen({
  max_bulk_new_subscription_messages: 100,
  max_channel_folder_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_message_length: 10_000,
  max_reminder_note_length: 500,
  max_stream_description_length: 1024,
  max_stream_name_length: 60,
  max_topic_length: 60,
});

export const imageSizeLimits = frozen({
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
});

export const passwordLimits = frozen({
  password_max_length: 100,
  password_min_guesses: 10_000,
  password_min_length: 6,
});

/** Timings sent by /register. The poll timeout exceeds the heartbeat interval of 45 to 55 seconds. */
export const clientTimings = frozen({
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_offline_threshold_seconds: 200,
  server_presence_ping_interval_seconds: 60,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
});

/**
 * Above this many users, presence and typing events aren't sent, because each user would cause an event for every other
 * user (register-and-events.md 5.4). For presence, the limit applies to users who are online; for typing, to a
 * channel's subscribers.
 */
export const MAX_TOLD_OF_EACH = 100;

/** Latest time that a client can send, in seconds since 1970: the end of the year 9999. */
export const LAST_SECOND = 253_402_300_799;

/** Name of the empty topic in clients that don't support empty names (conventions.md 8). */
export const EMPTY_TOPIC_DISPLAY_NAME = "general chat";

/** Returns a topic's name for a client. The empty name is replaced unless the client supports it. */
export const shownTopic = (name: string, allowsEmpty: boolean) =>
  name === "" && !allowsEmpty ? EMPTY_TOPIC_DISPLAY_NAME : name;

export const thumbnailFormats = frozen([
  { name: "840x560-anim.webp", max_width: 840, max_height: 560, format: "webp", animated: true },
  { name: "840x560.webp", max_width: 840, max_height: 560, format: "webp", animated: false },
]);

export const gifRatingPolicyOptions = frozen({
  disabled: { name: "GIF integration disabled", id: 0 },
  y: { name: "GIFs rated Y (for the very young)", id: 1 },
  g: { name: "GIFs rated G (for everyone)", id: 2 },
  pg: { name: "GIFs rated PG (parents decide)", id: 3 },
  "pg-13": { name: "GIFs rated PG-13 (parents decide below 13)", id: 4 },
  r: { name: "GIFs rated R (for adults)", id: 5 },
});

/** Id 2 belonged to a provider that no longer exists. */
export const videoChatProviders = frozen({
  disabled: { name: "None", id: 0 },
  jitsi_meet: { name: "Jitsi Meet", id: 1 },
  zoom: { name: "Zoom", id: 3 },
  big_blue_button: { name: "BigBlueButton", id: 4 },
  zoom_server_to_server: { name: "Zoom (server to server)", id: 5 },
  // This server's own calls. The ids in between are left for future providers of the protocol.
  parley: { name: "Built in", id: 100 },
});

export type VideoChatProvider = keyof typeof videoChatProviders;

export const orgTypes = frozen({
  unspecified: { name: "Unspecified", id: 0 },
  business: { name: "Business", id: 10 },
  opensource: { name: "Open-source project", id: 20 },
  education_nonprofit: { name: "Education (non-profit)", id: 30 },
  education: { name: "Education (for-profit)", id: 35 },
  research: { name: "Research", id: 40 },
  event: { name: "Event or conference", id: 50 },
  nonprofit: { name: "Non-profit (registered)", id: 60 },
  government: { name: "Government", id: 70 },
  political_group: { name: "Political group", id: 80 },
  community: { name: "Community", id: 90 },
  personal: { name: "Personal", id: 100 },
  other: { name: "Other", id: 1000 },
});

/** Subtypes of EXTERNAL_ACCOUNT profile fields. A field can have its own URL pattern instead. */
export const defaultExternalAccounts = frozen({
  github: { name: "GitHub username", text: "GitHub", hint: "", url_pattern: "https://github.com/%(username)s" },
  gitlab: { name: "GitLab username", text: "GitLab", hint: "", url_pattern: "https://gitlab.com/%(username)s" },
  linkedin: {
    name: "LinkedIn username",
    text: "LinkedIn",
    hint: "",
    url_pattern: "https://www.linkedin.com/in/%(username)s",
  },
  mastodon: {
    name: "Mastodon account",
    text: "Mastodon",
    hint: "Of the form user@server",
    url_pattern: "https://mastodon.social/@%(username)s",
  },
  twitter: { name: "Twitter username", text: "Twitter", hint: "", url_pattern: "https://twitter.com/%(username)s" },
});

export const customProfileFieldTypes = frozen({
  SHORT_TEXT: { id: 1, name: "Text (short)" },
  LONG_TEXT: { id: 2, name: "Text (long)" },
  SELECT: { id: 3, name: "List of options" },
  DATE: { id: 4, name: "Date" },
  URL: { id: 5, name: "Link" },
  USER: { id: 6, name: "Users" },
  EXTERNAL_ACCOUNT: { id: 7, name: "External account" },
  PRONOUNS: { id: 8, name: "Pronouns" },
});

export const choiceIds = <Id extends number>(choices: Readonly<Record<string, { readonly id: Id }>>): readonly Id[] =>
  Object.values(choices).map(({ id }) => id);
