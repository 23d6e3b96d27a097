import { describe, expect, it } from "vitest";
import { type RealmStateInput, realmState } from "../../src/features/organization/organization-settings/realm-state.ts";
import { defaultPermissions, realmPermissionNames, realmPermissions } from "../../src/protocol/permission-settings.ts";
import { realmSettingNames, realmSettingTable } from "../../src/protocol/realm-settings.ts";
import { defaultServerFlags, videoChatProvidersOf } from "../../src/protocol/server-flags.ts";
import { column } from "../../src/protocol/setting-table.ts";
import { seconds } from "../../src/util/time.ts";

const systemGroupIds = {
  "role:internet": 1,
  "role:everyone": 2,
  "role:members": 3,
  "role:fullmembers": 4,
  "role:moderators": 5,
  "role:administrators": 6,
  "role:owners": 7,
  "role:nobody": 8,
};

const input: RealmStateInput = {
  settings: {
    ...column(realmSettingTable, "default"),
    name: "Lighthouse",
    description: "We keep *ships* off the rocks.",
  },
  permissions: defaultPermissions(realmPermissions, { groupIds: systemGroupIds, creator: null }),
  systemGroupIds,
  facts: {
    url: "https://lighthouse.example.com",
    date_created: seconds(1_700_000_000),
    bot_domain: "lighthouse.example.com",
    icon_source: "G",
    icon_url: "/icon.png",
    logo_source: "D",
    logo_url: "/logo.svg",
    night_logo_source: "D",
    night_logo_url: "/night-logo.svg",
    push_notifications_enabled: false,
    push_notifications_enabled_end_timestamp: null,
    presence_disabled: false,
    upload_quota_mib: null,
  },
  flags: defaultServerFlags,
  videoChatProviders: videoChatProvidersOf({ bigBlueButton: null, zoom: null }, { ownCalls: false }),
  offeredMethods: ["Email", "Dev"],
  enabledMethods: { Dev: false },
  makesThumbnails: true,
  serverGeneration: 1_760_000_000,
};

/**
 * Every key of fetch type `realm` that is neither a setting nor a permission, as listed in register-and-events.md 4.1,
 * in both spellings if it has two.
 */
const FACTS = `
  realm_push_notifications_enabled realm_mandatory_topics realm_create_public_stream_policy
  realm_create_private_stream_policy realm_create_web_public_stream_policy realm_wildcard_mention_policy
  realm_allow_edit_history max_message_length max_topic_length max_stream_name_length max_stream_description_length
  max_channel_folder_name_length max_channel_folder_description_length max_reminder_note_length
  max_bulk_new_subscription_messages max_avatar_file_size_mib max_icon_file_size_mib max_logo_file_size_mib
  max_file_upload_size_mib realm_upload_quota_mib password_min_length password_max_length password_min_guesses
  event_queue_longpoll_timeout_seconds server_presence_ping_interval_seconds server_presence_offline_threshold_seconds
  server_typing_started_expiry_period_milliseconds server_typing_stopped_wait_period_milliseconds
  server_typing_started_wait_period_milliseconds server_generation server_emoji_data_url server_thumbnail_formats
  server_inline_image_preview server_inline_url_embed_preview server_avatar_changes_disabled
  server_name_changes_disabled server_web_public_streams_enabled server_needs_upgrade server_can_summarize_topics
  server_can_transcribe_voice
  server_jitsi_server_url jitsi_server_url server_supported_permission_settings svc_supported_permission_settings
  server_min_deactivated_realm_deletion_days server_max_deactivated_realm_deletion_days realm_url realm_uri
  realm_icon_url realm_icon_source realm_logo_url realm_logo_source realm_night_logo_url realm_night_logo_source
  realm_bot_domain realm_email_auth_enabled realm_password_auth_enabled realm_presence_disabled
  realm_authentication_methods realm_available_video_chat_providers realm_default_external_accounts
  gif_rating_policy_options giphy_rating_options realm_giphy_rating realm_owner_full_content_access realm_svc_update_announcements_stream_id realm_date_created realm_plan_type
  svc_plan_is_not_limited zulip_plan_is_not_limited upgrade_text_for_wide_organization_logo
  realm_push_notifications_enabled_end_timestamp development_environment settings_send_digest_emails
  realm_empty_topic_display_name server_owner_settings
`
  .trim()
  .split(/\s+/);

describe("realmState", () => {
  it("has every key of the fetch type realm, and no others", () => {
    const settings = [...realmSettingNames, ...realmPermissionNames].map((name) => `realm_${name}`);
    expect(Object.keys(realmState(input)).sort()).toEqual([...settings, ...FACTS].sort());
  });

  it("returns settings, permissions and facts unchanged", () => {
    expect(realmState(input)).toMatchObject({
      realm_name: "Lighthouse",
      realm_url: "https://lighthouse.example.com",
      realm_uri: "https://lighthouse.example.com",
      realm_can_create_groups: 3,
      realm_message_retention_days: -1,
      realm_svc_update_announcements_stream_id: -1,
      realm_zulip_update_announcements_stream_id: -1,
      max_message_length: 10_000,
      event_queue_longpoll_timeout_seconds: 90,
    });
  });

  it("lists the owner-only settings under this server's own key", () => {
    const { server_owner_settings } = realmState(input);
    expect(server_owner_settings).toEqual(expect.arrayContaining(["invite_required", "can_manage_all_groups"]));
    expect(server_owner_settings).not.toContain("description");
  });

  it("approximates permissions with the deprecated policy numbers", () => {
    expect(realmState(input)).toMatchObject({
      realm_allow_edit_history: true,
      realm_mandatory_topics: false,
      realm_create_public_stream_policy: 1,
      realm_create_private_stream_policy: 1,
      realm_create_web_public_stream_policy: 7,
      realm_wildcard_mention_policy: 5,
    });
  });

  it("lists the authentication methods the deployment offers", () => {
    expect(realmState(input)).toMatchObject({
      realm_authentication_methods: {
        Dev: { enabled: false, available: true },
        Email: { enabled: true, available: true },
      },
      realm_email_auth_enabled: true,
      realm_password_auth_enabled: true,
    });
  });

  it.each([
    [null, "https://meet.jit.si", "https://meet.jit.si"],
    ["https://calls.example.com", "https://meet.jit.si", "https://calls.example.com"],
    [null, null, null],
  ])("for its own Jitsi URL %s and the server's %s, returns %s", (own, server, effective) => {
    const state = realmState({
      ...input,
      settings: { ...input.settings, jitsi_server_url: own },
      flags: { ...input.flags, server_jitsi_server_url: server },
    });
    expect(state).toMatchObject({ realm_jitsi_server_url: own, jitsi_server_url: effective });
  });
});
