import {
  channelPermissionNames,
  groupPermissionNames,
  realmPermissionNames,
} from "../../protocol/permission-settings.ts";
import { realmSettingNames } from "../../protocol/realm-settings.ts";
import { userSettingNames } from "../../protocol/user-settings.ts";
import { policyNames } from "./policies.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

const userSettings = [
  ...userSettingNames,
  ...words(`default_view escape_navigates_to_default_view dense_mode allow_private_data_export
    desktop_icon_count_display last_reminder`),
];

/**
 * Known columns of the tables that are read, including columns that archives don't have. Any other column is reported.
 */
export const knownColumns: Readonly<Record<string, readonly string[]>> = {
  zerver_realm: [
    ...realmSettingNames,
    ...realmPermissionNames,
    ...policyNames,
    ...words(`id name string_id description date_created deactivated deactivated_redirect demo_organization_scheduled_deletion_date
      default_language icon_source icon_version logo_source logo_version night_logo_source night_logo_version
      mandatory_topics allow_edit_history plan_type org_type invite_required new_stream_announcements_stream
      signup_announcements_stream zulip_update_announcements_stream zulip_update_announcements_level notifications_stream
      signup_notifications_stream moderation_request_channel uuid uuid_owner_secret push_notifications_enabled
      push_notifications_enabled_end_timestamp max_invites message_visibility_limit first_visible_message_id
      upload_quota_gb custom_upload_quota_gb default_code_block_language enable_spectator_access
      has_seat_based_plan giphy_rating bot_creation_policy email_address_visibility digest_emails_enabled linkifiers
      scheduled_deletion_date inline_image_preview inline_url_embed_preview ldap_sync media_preview_size
      send_channel_events_messages welcome_message_custom_text default_avatar_source
      default_newUser_avatar can_create_bots_group org_join_restrictions`),
  ],
  zerver_userprofile: [
    ...userSettings,
    ...words(`id realm email delivery_email full_name is_active is_mirror_dummy is_bot bot_type bot_owner role
      date_joined timezone default_language avatar_source avatar_version avatar_hash email_address_visibility
      default_sending_stream default_events_register_stream default_all_public_streams long_term_idle
      last_active_message_id is_staff is_superuser is_billing_admin last_login password api_key uuid groups
      user_permissions recipient tos_version can_forge_sender can_create_users can_change_user_emails
      zoom_token third_party_api_state rate_limits onboarding_steps tutorial_status is_imported_stub invites_granted
      invites_used objects last_reminder is_deleted email_change_pending imported_from`),
  ],
  zerver_userprofile_crossrealm: words("email id recipient_id"),
  zerver_usergroup: [
    ...groupPermissionNames,
    ...words("id realm name description is_system_group direct_members direct_subgroups"),
  ],
  zerver_namedusergroup: [
    ...groupPermissionNames,
    ...words(
      `id realm realm_for_sharding usergroup_ptr direct_members direct_subgroups name description is_system_group creator deactivated date_created`,
    ),
  ],
  zerver_usergroupmembership: words("id user_group user_profile"),
  zerver_groupgroupmembership: words("id supergroup subgroup"),
  zerver_stream: [
    ...channelPermissionNames,
    ...words(`id realm name description rendered_description invite_only history_public_to_subscribers is_web_public
      deactivated date_created creator message_retention_days recipient folder topics_policy stream_post_policy
      default_push_notifications email_token first_message_id is_in_zephyr_realm is_recently_active subscriber_count last_activity`),
  ],
  zerver_recipient: words("id type type_id"),
  zerver_huddle: words("id recipient group_size huddle_hash"),
  zerver_subscription:
    words(`id user_profile recipient active is_user_active is_muted color pin_to_top desktop_notifications
    audible_notifications push_notifications email_notifications wildcard_mentions_notify role in_home_view`),
  zerver_defaultstream: words("id realm stream"),
  zerver_realmemoji: words("id realm name author file_name is_animated deactivated"),
  zerver_reaction: words("id user_profile message emoji_name emoji_code reaction_type"),
  zerver_usertopic: words("id user_profile stream recipient topic_name visibility_policy last_updated"),
  zerver_customprofilefield: words(`id realm name hint order field_type field_data display_in_profile_summary required
    editable_by_user use_for_user_matching`),
  zerver_customprofilefieldvalue: words("id user_profile field value rendered_value"),
  zerver_userstatus: words("id user_profile timestamp status client emoji_name emoji_code reaction_type status_text"),
  zerver_userpresence: words("id user_profile realm last_active_time last_connected_time last_update_id"),
  zerver_muteduser: words("id user_profile muted_user date_muted"),
  zerver_alertword: words("id realm user_profile word"),
  zerver_savedsnippet: words("id realm user_profile title content date_created"),
  zerver_navigationview: words("id user fragment is_pinned name"),
  zerver_channelfolder: words(`id realm name description rendered_description is_archived order creator date_created`),
  zerver_scheduledmessage:
    words(`id sender recipient subject content rendered_content sending_client stream realm has_attachment
    scheduled_timestamp read_by_sender delivered failed failure_message delivery_type delivered_message
    reminder_target_message_id reminder_note request_timestamp`),
  zerver_realmfilter: words(
    "id realm pattern url_format_string url_template order example_input reverse_template alternative_url_templates",
  ),
  zerver_realmplayground: words("id realm name pygments_language url_prefix url_template"),
  zerver_realmdomain: words("id realm domain allow_subdomains"),
  zerver_realmuserdefault: [...userSettings, ...words("id realm")],
  zerver_botstoragedata: words("id bot_profile key value"),
  zerver_service: words("id name user_profile base_url token interface"),
  zerver_client: words("id name"),
  zerver_message:
    words(`id sender recipient realm type subject content rendered_content rendered_content_version date_sent
    sending_client search_tsvector edit_history last_edit_time last_moved_time has_attachment has_image has_link
    is_channel_message`),
  zerver_attachment:
    words(`id file_name path_id owner realm create_time size content_type is_realm_public is_web_public messages
    scheduled_messages`),
};

/**
 * Tables without an entry in `knownColumns` that aren't reported as unknown. Most of them have no place in an archive.
 */
export const leftOutTables: ReadonlySet<string> = new Set(
  words(`zerver_realmauditlog zerver_realmexport zerver_realmauthenticationmethod zerver_presencesequence zerver_useractivity
    zerver_useractivityinterval zerver_onboardingstep zerver_onboardingusermessage zerver_botconfigdata zerver_externalauthid
    zerver_userprofile_mirrordummy zerver_usermessage zerver_realmreactivationstatus zerver_imageattachment analytics_realmcount
    analytics_usercount analytics_streamcount sort_by_date import_source zerver_submessage`),
);
