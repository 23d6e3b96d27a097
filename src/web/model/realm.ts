import type { GroupSettingValue } from "../../protocol/group-setting-value.ts";
import type { RealmPermissionName } from "../../protocol/permission-settings.ts";
import type { RealmSettings } from "../../protocol/realm-settings.ts";
import { leavePermissions } from "./group-setting.ts";
import type { Handlers } from "./handlers.ts";
import type { UserId } from "./ids.ts";
import { keyedLists } from "./keyed-list.ts";
import type { State } from "./state.ts";
import type { PersonChange } from "./users.ts";

type Settings = { -readonly [Name in keyof RealmSettings as `realm_${Name}`]: RealmSettings[Name] };
type Permissions = { [Name in RealmPermissionName as `realm_${Name}`]: GroupSettingValue };

export interface Linkifier {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
}

export interface Playground {
  readonly id: number;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

export interface RealmDomain {
  readonly domain: string;
  readonly allow_subdomains: boolean;
}

export interface ProfileField {
  readonly id: number;
  /** The ids of `custom_profile_field_types`. */
  readonly type: number;
  readonly order: number;
  readonly name: string;
  readonly hint: string;
  /** JSON, or empty. */
  readonly field_data: string;
  readonly required: boolean;
  readonly editable_by_user: boolean;
  readonly display_in_profile_summary?: boolean;
}

/** What values a permission may have. */
export interface PermissionRule {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly default_group_name: string;
  readonly default_for_system_groups: string | null;
  readonly allowed_system_groups: readonly string[];
}

interface ThumbnailFormat {
  readonly name: string;
  readonly max_width: number;
  readonly max_height: number;
  readonly format: string;
  readonly animated: boolean;
}

/** `/name`, with which a message begins that is for a bot. */
interface BotCommand {
  readonly name: string;
  readonly bot_id: UserId;
  readonly description: string;
  /** What may follow the name. */
  readonly usage: string;
}

type ByName<Value> = Readonly<Record<string, Value>>;
type Choices = ByName<{ readonly name: string; readonly id: number }>;

export interface RealmState extends Settings, Permissions {
  realm_url: string;
  realm_date_created: number;
  realm_bot_domain: string;
  realm_icon_url: string;
  realm_icon_source: "G" | "U";
  realm_logo_url: string;
  realm_logo_source: "D" | "U";
  realm_night_logo_url: string;
  realm_night_logo_source: "D" | "U";
  realm_push_notifications_enabled: boolean;
  realm_upload_quota_mib: number | null;
  realm_mandatory_topics: boolean;
  realm_empty_topic_display_name: string;
  realm_authentication_methods: ByName<{ readonly enabled: boolean; readonly available: boolean }>;
  realm_email_auth_enabled: boolean;
  realm_password_auth_enabled: boolean;
  realm_available_video_chat_providers: Choices;
  realm_default_external_accounts: ByName<ByName<string>>;
  giphy_rating_options: Choices;
  realm_linkifiers: readonly Linkifier[];
  realm_playgrounds: readonly Playground[];
  realm_domains: RealmDomain[];
  /** The commands of bots; a state that was kept by an earlier version of the client has none. */
  bot_commands?: readonly BotCommand[];
  custom_profile_fields: readonly ProfileField[];
  custom_profile_field_types: Choices;
  /** The settings of new accounts. */
  realm_user_settings_defaults: Record<string, unknown>;
  /** The organization's own, or else the server's. */
  jitsi_server_url: string | null;

  readonly max_message_length: number;
  readonly max_topic_length: number;
  readonly max_stream_name_length: number;
  readonly max_stream_description_length: number;
  readonly max_channel_folder_name_length: number;
  readonly max_channel_folder_description_length: number;
  readonly max_reminder_note_length: number;
  readonly max_avatar_file_size_mib: number;
  readonly max_icon_file_size_mib: number;
  readonly max_logo_file_size_mib: number;
  readonly max_file_upload_size_mib: number;
  readonly password_min_guesses: number;
  readonly password_min_length: number;
  readonly password_max_length: number;

  readonly event_queue_longpoll_timeout_seconds: number;
  readonly server_generation: number;
  readonly server_jitsi_server_url: string | null;
  readonly server_thumbnail_formats: readonly ThumbnailFormat[];
  readonly server_supported_permission_settings: Readonly<Record<"realm" | "stream" | "group", ByName<PermissionRule>>>;
  readonly server_typing_started_expiry_period_milliseconds: number;
  readonly server_typing_started_wait_period_milliseconds: number;
  readonly server_typing_stopped_wait_period_milliseconds: number;
  readonly server_web_public_streams_enabled: boolean;
  readonly settings_send_digest_emails: boolean;
  /** Whether channels have addresses for mail. */
  readonly server_incoming_mail: boolean;
  readonly server_avatar_changes_disabled: boolean;
  readonly server_name_changes_disabled: boolean;
  readonly development_environment: boolean;
}

const domains = keyedLists((one: RealmDomain) => one.domain);

function setRealm(state: State, data: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(data)) Object.assign(state, { [`realm_${name}`]: value });
  if ("jitsi_server_url" in data)
    state.jitsi_server_url = state.realm_jitsi_server_url ?? state.server_jitsi_server_url;
  // The event has the methods alone: what repeats them is for clients to keep up.
  if (!("authentication_methods" in data)) return;
  const { Email, LDAP } = state.realm_authentication_methods as Record<string, { enabled: boolean } | undefined>;
  state.realm_email_auth_enabled = Email?.enabled ?? false;
  state.realm_password_auth_enabled = state.realm_email_auth_enabled || (LDAP?.enabled ?? false);
}

export const realmEvents: Handlers = {
  "realm/update": (state, { property, value }: { readonly property: string; readonly value: unknown }) =>
    setRealm(state, { [property]: value }),
  "realm/update_dict": (state, { data }: { readonly data: Readonly<Record<string, unknown>> }) => setRealm(state, data),
  realm_linkifiers: (state, { realm_linkifiers }: Pick<RealmState, "realm_linkifiers">) => {
    state.realm_linkifiers = realm_linkifiers;
  },
  realm_playgrounds: (state, { realm_playgrounds }: Pick<RealmState, "realm_playgrounds">) => {
    state.realm_playgrounds = realm_playgrounds;
  },
  bot_commands: (state, { bot_commands }: Required<Pick<RealmState, "bot_commands">>) => {
    state.bot_commands = bot_commands;
  },
  "realm_domains/add": (state, { realm_domain }: { readonly realm_domain: RealmDomain }) =>
    domains.put(state.realm_domains, realm_domain),
  "realm_domains/change": (state, { realm_domain }: { readonly realm_domain: RealmDomain }) =>
    domains.put(state.realm_domains, realm_domain),
  "realm_domains/remove": (state, { domain }: { readonly domain: string }) => {
    domains.take(state.realm_domains, domain);
  },
  custom_profile_fields: (state, { fields }: { readonly fields: readonly ProfileField[] }) => {
    state.custom_profile_fields = fields;
  },
  "realm_user_settings_defaults/update": (
    state,
    { property, value }: { readonly property: string; readonly value: unknown },
  ) => {
    state.realm_user_settings_defaults[property] = value;
  },
  /** A deactivated account has no permissions. */
  "realm_user/update": (state, { person: { user_id, is_active } }: { readonly person: PersonChange }) =>
    is_active === false && leavePermissions(state, user_id),
};
