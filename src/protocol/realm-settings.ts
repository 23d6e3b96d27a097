import * as v from "valibot";
import { days, MINUTE } from "../util/time.ts";
import { languageSchema } from "./language.ts";
import { choiceIds, gifRatingPolicyOptions, orgTypes, videoChatProviders } from "./limits.ts";
import { roleSchema } from "./roles.ts";
import { entryNames, type SettingDefinition, type SettingValues } from "./setting-table.ts";
import {
  MAX_CODE_LANGUAGE_LENGTH,
  MAX_JITSI_ADDRESS_LENGTH,
  MAX_ORGANIZATION_DESCRIPTION_LENGTH,
  MAX_ORGANIZATION_NAME_LENGTH,
  MAX_WELCOME_LENGTH,
} from "./text-lengths.ts";
import { webAddress } from "./web-address.ts";

/** An organization's name. It must be a single line, because it is used in email headers. */
export const organizationNameSchema = v.pipe(
  v.string(),
  v.maxCodePoints(MAX_ORGANIZATION_NAME_LENGTH),
  v.transform((name) => name.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")),
  v.trim(),
  v.minLength(1),
);

/**
 * The event that reports a change: `realm/update` with one property, or `realm/update_dict` with property `default`.
 */
type RealmSettingEvent = "update" | "update_dict";

interface RealmSettingDefinition<Schema extends v.GenericSchema> extends SettingDefinition<Schema> {
  readonly mayChange: "administrator" | "owner";
  readonly event: RealmSettingEvent;
  /** Words that PATCH /realm accepts in place of values, each with the value to store. */
  readonly words: Readonly<Record<string, v.InferOutput<Schema>>>;
}

const setting = <const Schema extends v.GenericSchema>(
  schema: Schema,
  initial: v.InferOutput<Schema>,
  traits: Partial<Omit<RealmSettingDefinition<Schema>, "schema" | "default">> = {},
): RealmSettingDefinition<Schema> => ({
  schema,
  default: initial,
  mayChange: "administrator",
  event: "update",
  words: {},
  ...traits,
});

const owner = { mayChange: "owner" } as const;
const inDict = { event: "update_dict" } as const;
const unlimited = { words: { unlimited: null } } as const;

const flag = v.boolean();
const text = (limit: number) => v.pipe(v.string(), v.maxCodePoints(limit));
/** Integers are bounded, because clients parse them into fixed-size types. */
const integerFrom = (lowest: number, highest = 2 ** 31 - 1) =>
  v.pipe(v.number(), v.integer(), v.minValue(lowest), v.maxValue(highest));
const secondsOrUnlimited = v.nullable(integerFrom(1));
const daysOrForever = v.union([v.literal(-1), integerFrom(1)]);
/** -1 means no channel. */
const channelOrNone = v.union([v.literal(-1), integerFrom(1)]);

const CENTURY_OF_DAYS = 36_500;
/** The maximum is the server's session length of 30 days. */
const sessionMaxHours = v.nullable(integerFrom(8, 30 * 24));
const sessionIdleDays = v.nullable(integerFrom(1, 30));

const MAX_PLACES = 50;
const MAX_PLACE_LENGTH = 253;
const placesOf = (isPlace: (text: string) => boolean, problem: string) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(MAX_PLACE_LENGTH))),
    v.maxLength(MAX_PLACES),
    v.check((places) => places.every(isPlace), problem),
  );

/** True for a host as shown to users who authorize a client. Private schemes (`cursor://…`) are allowed, too. */
const isHost = (text: string) => /^(?=.)(?:[a-z][a-z0-9+.-]*:\/\/)?[a-z0-9._-]*(?::\d{1,5})?$/.test(text);
const assistantClients = v.union([v.literal("any"), placesOf(isHost, "{} has what is no host")]);

const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;
const assistantOrigins = placesOf(isOrigin, "{} has what is no origin");

/**
 * Every organization setting that PATCH /realm changes and /register sends as `realm_<name>` (users-groups-org.md 9,
 * register-and-events.md 4.1). Null means "no limit" or "not set".
 */
export const realmSettingTable = Object.freeze({
  // Specific to this server, like all login limits (login-limits.ts). They can only make the server's own limits
  // stricter.
  admin_session_idle_days: setting(sessionIdleDays, null, { ...owner, ...unlimited }),
  admin_session_max_hours: setting(sessionMaxHours, null, { ...owner, ...unlimited }),
  allow_message_editing: setting(flag, true, inDict),
  // Specific to this server, like all assistant settings: the clients that users can authorize, and the websites whose
  // pages can call /mcp. `assistants_min_approval` is what always needs approval, regardless of the user's choice:
  // nothing, messages, or all changes.
  assistant_clients: setting(assistantClients, "any"),
  assistant_origins: setting(assistantOrigins, []),
  assistants_may_use_api_keys: setting(flag, false, owner),
  assistants_min_approval: setting(v.picklist(["none", "writes", "all"]), "none"),
  // Specific to this server: how many days an audit log entry keeps its IP address, and how many days the entry itself
  // is kept.
  audit_address_days: setting(integerFrom(30, 400), 90, owner),
  audit_assistant_reads: setting(flag, false, owner),
  audit_retention_days: setting(v.union([v.literal(-1), integerFrom(90, 3650)]), 400, owner),
  avatar_changes_disabled: setting(flag, false),
  // Jdenticon avatars (J) aren't supported.
  default_avatar_source: setting(v.picklist(["G"], "Invalid default_avatar_source"), "G"),
  default_code_block_language: setting(text(MAX_CODE_LANGUAGE_LENGTH), ""),
  default_language: setting(languageSchema, "en"),
  description: setting(text(MAX_ORGANIZATION_DESCRIPTION_LENGTH), "", inDict),
  digest_emails_enabled: setting(flag, false),
  digest_weekday: setting(v.picklist([0, 1, 2, 3, 4, 5, 6]), 1),
  disallow_disposable_email_addresses: setting(flag, true, owner),
  email_changes_disabled: setting(flag, false),
  emails_restricted_to_domains: setting(flag, false, owner),
  enable_guest_user_dm_warning: setting(flag, true),
  enable_guest_user_indicator: setting(flag, true),
  enable_read_receipts: setting(flag, false),
  enable_spectator_access: setting(flag, false),
  // Specific to this server: end-to-end encryption of new calls that go through a media server.
  encrypt_calls: setting(flag, true),
  fresh_login_minutes: setting(integerFrom(5, 60), 15, owner),
  gif_rating_policy: setting(v.picklist(choiceIds(gifRatingPolicyOptions)), gifRatingPolicyOptions.g.id),
  inline_image_preview: setting(flag, true),
  inline_url_embed_preview: setting(flag, false),
  invite_required: setting(flag, true, owner),
  jitsi_server_url: setting(v.nullable(v.pipe(webAddress, v.maxCodePoints(MAX_JITSI_ADDRESS_LENGTH))), null, {
    words: { default: null },
  }),
  key_idle_days: setting(v.nullable(integerFrom(1, 365)), null, { ...owner, ...unlimited }),
  key_limits_for_bots: setting(flag, false, owner),
  key_max_days: setting(v.nullable(integerFrom(1, 365)), null, { ...owner, ...unlimited }),
  media_preview_size: setting(v.picklist([100, 150, 200]), 100),
  message_content_allowed_in_email_notifications: setting(flag, true),
  message_content_delete_limit_seconds: setting(secondsOrUnlimited, 10 * MINUTE, unlimited),
  message_content_edit_limit_seconds: setting(secondsOrUnlimited, 10 * MINUTE, { ...inDict, ...unlimited }),
  message_edit_history_visibility_policy: setting(v.picklist(["all", "moves", "none"]), "all"),
  message_retention_days: setting(daysOrForever, -1, { ...owner, words: { unlimited: -1 } }),
  moderation_request_channel_id: setting(channelOrNone, -1),
  move_messages_between_streams_limit_seconds: setting(secondsOrUnlimited, days(7), unlimited),
  move_messages_within_stream_limit_seconds: setting(secondsOrUnlimited, days(7), unlimited),
  name: setting(organizationNameSchema, "Parley"),
  name_changes_disabled: setting(flag, false),
  new_stream_announcements_stream_id: setting(channelOrNone, -1),
  org_type: setting(v.picklist(choiceIds(orgTypes)), orgTypes.unspecified.id),
  require_e2ee_push_notifications: setting(flag, false),
  require_unique_names: setting(flag, false),
  // Specific to this server: users with at least this role must have a passkey or a second factor.
  second_factor_required_role: setting(v.nullable(roleSchema), null, { ...owner, words: { nobody: null } }),
  send_channel_events_messages: setting(flag, true),
  send_welcome_emails: setting(flag, true),
  session_idle_days: setting(sessionIdleDays, null, { ...owner, ...unlimited }),
  session_max_hours: setting(sessionMaxHours, null, { ...owner, ...unlimited }),
  signup_announcements_stream_id: setting(channelOrNone, -1),
  topics_policy: setting(v.picklist(["allow_empty_topic", "disable_empty_topic"]), "allow_empty_topic", inDict),
  // Specific to this server: whether users can have voice messages transcribed, if the server supports it.
  transcribe_voice_messages: setting(flag, false),
  video_chat_provider: setting(v.picklist(choiceIds(videoChatProviders)), videoChatProviders.jitsi_meet.id),
  waiting_period_threshold: setting(integerFrom(0, CENTURY_OF_DAYS), 0, owner),
  want_advertise_in_communities_directory: setting(flag, false),
  welcome_message_custom_text: setting(text(MAX_WELCOME_LENGTH), ""),
  zulip_update_announcements_stream_id: setting(channelOrNone, -1),
});

export type RealmSettings = SettingValues<typeof realmSettingTable>;
export type RealmSettingName = keyof RealmSettings;

export const realmSettingNames = entryNames(realmSettingTable);

/** Settings that the seed spells differently from existing clients (conventions.md 9). */
export const realmSettingAliases = Object.freeze({
  zulip_update_announcements_stream_id: "svc_update_announcements_stream_id",
} as const satisfies Partial<Record<RealmSettingName, string>>);

/** Former names of settings, still used by requests, archives and clients. */
export const earlierSettingNames = Object.freeze({
  gif_rating_policy: "giphy_rating",
} as const satisfies Partial<Record<RealmSettingName, string>>);

/**
 * Deprecated settings whose values derive from others. `mandatory_topics` is also sent in the event of `topics_policy`.
 */
export const derivedRealmSettings = (
  settings: Pick<RealmSettings, "topics_policy" | "message_edit_history_visibility_policy">,
) => ({
  mandatory_topics: settings.topics_policy === "disable_empty_topic",
  allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
});
