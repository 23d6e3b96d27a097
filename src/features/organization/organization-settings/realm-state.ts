import {
  type AuthenticationMethod,
  type EnabledMethods,
  methodObjects,
} from "../../../protocol/authentication-methods.ts";
import {
  createChannelPolicy,
  createWebPublicChannelPolicy,
  wildcardMentionPolicy,
} from "../../../protocol/legacy-policies.ts";
import {
  clientTimings,
  defaultExternalAccounts,
  EMPTY_TOPIC_DISPLAY_NAME,
  gifRatingPolicyOptions,
  imageSizeLimits,
  lengthLimits,
  passwordLimits,
  thumbnailFormats,
  type VideoChatProvider,
  videoChatProviders,
} from "../../../protocol/limits.ts";
import {
  type RealmPermissions,
  realmPermissionNames,
  realmPermissions,
  supportedPermissions,
} from "../../../protocol/permission-settings.ts";
import {
  derivedRealmSettings,
  type RealmSettings,
  realmSettingNames,
  realmSettingTable,
} from "../../../protocol/realm-settings.ts";
import type { SystemGroupIds } from "../../../protocol/roles.ts";
import type { ServerFlags } from "../../../protocol/server-flags.ts";
import type { Seconds } from "../../../util/time.ts";

/** Fields of an organization in the reply to /register that aren't settings. Each is sent as `realm_<name>`. */
export interface RealmFacts {
  readonly url: string;
  readonly date_created: Seconds;
  readonly bot_domain: string;
  readonly icon_source: "G" | "U";
  readonly icon_url: string;
  readonly logo_source: "D" | "U";
  readonly logo_url: string;
  readonly night_logo_source: "D" | "U";
  readonly night_logo_url: string;
  readonly push_notifications_enabled: boolean;
  readonly push_notifications_enabled_end_timestamp: Seconds | null;
  readonly presence_disabled: boolean;
  readonly upload_quota_mib: number | null;
}

export interface RealmStateInput {
  readonly settings: RealmSettings;
  readonly permissions: RealmPermissions;
  readonly systemGroupIds: SystemGroupIds;
  readonly facts: RealmFacts;
  readonly flags: ServerFlags;
  /** Whether the deployment generates thumbnails. If not, images are shown as uploaded. */
  readonly makesThumbnails: boolean;
  readonly videoChatProviders: readonly VideoChatProvider[];
  readonly offeredMethods: readonly AuthenticationMethod[];
  readonly enabledMethods: EnabledMethods;
  /** When the organization was created. */
  readonly serverGeneration: number;
}

const SELF_HOSTED_PLAN = 1;

/**
 * The settings and permissions that only owners can change. Administrators can change all others. Not part of Zulip's
 * API.
 */
const ownerSettings = [
  ...realmSettingNames.filter((name) => realmSettingTable[name].mayChange === "owner"),
  ...realmPermissionNames.filter((name) => realmPermissions[name].mayChange === "owner"),
] as const;

/** Returns the fields of the fetch type `realm` (register-and-events.md 4.1), under current and former names. */
export function realmState(input: RealmStateInput) {
  const { settings, facts, flags } = input;
  return {
    ...lengthLimits,
    ...imageSizeLimits,
    ...passwordLimits,
    ...clientTimings,
    ...flags,
    ...asRealmKeys(settings),
    ...asRealmKeys(derivedRealmSettings(settings)),
    ...asRealmKeys(input.permissions),
    ...asRealmKeys(facts),
    ...legacyPolicies(input),
    ...signIn(input),
    realm_uri: facts.url,
    realm_svc_update_announcements_stream_id: settings.zulip_update_announcements_stream_id,
    jitsi_server_url: settings.jitsi_server_url ?? flags.server_jitsi_server_url,
    realm_available_video_chat_providers: Object.fromEntries(
      input.videoChatProviders.map((name) => [name, videoChatProviders[name]]),
    ),
    gif_rating_policy_options: gifRatingPolicyOptions,
    giphy_rating_options: gifRatingPolicyOptions,
    realm_giphy_rating: settings.gif_rating_policy,
    realm_owner_full_content_access: false,
    realm_default_external_accounts: defaultExternalAccounts,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_plan_type: SELF_HOSTED_PLAN,
    svc_plan_is_not_limited: true,
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: "",
    server_generation: input.serverGeneration,
    server_owner_settings: ownerSettings,
    ...supportedPermissions,
    server_thumbnail_formats: input.makesThumbnails ? thumbnailFormats : [],
  };
}

type WithRealmKeys<Values> = { [Name in keyof Values & string as `realm_${Name}`]: Values[Name] };

const asRealmKeys = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value])) as WithRealmKeys<Values>;

/** Policies as numbers, for clients that don't support group-setting values (register-and-events.md 4.1). */
const legacyPolicies = ({ permissions, systemGroupIds }: RealmStateInput) => ({
  realm_create_public_stream_policy: createChannelPolicy(permissions.can_create_public_channel_group, systemGroupIds),
  realm_create_private_stream_policy: createChannelPolicy(permissions.can_create_private_channel_group, systemGroupIds),
  realm_create_web_public_stream_policy: createWebPublicChannelPolicy(
    permissions.can_create_web_public_channel_group,
    systemGroupIds,
  ),
  realm_wildcard_mention_policy: wildcardMentionPolicy(permissions.can_mention_many_users_group, systemGroupIds),
});

function signIn({ offeredMethods, enabledMethods }: RealmStateInput) {
  const isOn = (name: AuthenticationMethod) => offeredMethods.includes(name) && enabledMethods[name] !== false;
  return {
    realm_authentication_methods: methodObjects(offeredMethods, enabledMethods),
    realm_email_auth_enabled: isOn("Email"),
    realm_password_auth_enabled: isOn("Email") || isOn("LDAP"),
  };
}
