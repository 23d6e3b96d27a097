import type { RealmPermissionName } from "../../../../protocol/permission-settings.ts";
import type { RealmSettingName } from "../../../../protocol/realm-settings.ts";
import type { State } from "../../../model/state.ts";
import type { organizationPermissionsWords } from "../../../words/settings/organization/organization-permissions.ts";

type Words = ReturnType<typeof organizationPermissionsWords>;

/** Settings on this page that are on or off. */
type SwitchName = {
  [Name in RealmSettingName & keyof Words["rows"]]: State[`realm_${Name}`] extends boolean ? Name : never;
}[RealmSettingName & keyof Words["rows"]];

type LimitName = Extract<RealmSettingName, `${string}_limit_seconds`>;

export type PermissionRow =
  | { readonly kind: "who"; readonly name: RealmPermissionName }
  | { readonly kind: "switch"; readonly name: SwitchName }
  | { readonly kind: "limit"; readonly name: LimitName }
  | { readonly kind: "days"; readonly name: "waiting_period_threshold" }
  | { readonly kind: "topics"; readonly name: "topics_policy" }
  | { readonly kind: "history"; readonly name: "message_edit_history_visibility_policy" };

const who = (name: RealmPermissionName): PermissionRow => ({ kind: "who", name });
const onOff = (name: SwitchName): PermissionRow => ({ kind: "switch", name });
const limit = (name: LimitName): PermissionRow => ({ kind: "limit", name });

/** Permissions without a row on the page, with the reason. */
export const LEFT_PERMISSIONS = {
  can_manage_billing_group: "nothing is paid for here",
  can_summarize_topics_group: "the server summarizes nothing",
  can_use_assistants_group: "it stands with the other rules for assistants",
  can_write_with_assistants_group: "it stands with the other rules for assistants",
  workplace_users_group: "there are no plans that count people",
} as const satisfies Partial<Record<RealmPermissionName, string>>;

/** Permissions and other decisions about the organization, grouped by activity, in page order. */
export const PERMISSION_ROWS: Readonly<Record<keyof Words["parts"], readonly PermissionRow[]>> = {
  joining: [
    onOff("invite_required"),
    who("can_invite_users_group"),
    who("create_multiuse_invite_group"),
    who("can_create_outside_links_group"),
    onOff("emails_restricted_to_domains"),
    onOff("disallow_disposable_email_addresses"),
    { kind: "days", name: "waiting_period_threshold" },
  ],
  channels: [
    who("can_create_public_channel_group"),
    who("can_create_private_channel_group"),
    who("can_create_web_public_channel_group"),
    who("can_add_subscribers_group"),
  ],
  topics: [
    { kind: "topics", name: "topics_policy" },
    who("can_set_topics_policy_group"),
    who("can_resolve_topics_group"),
    who("can_change_board_group"),
    who("can_move_messages_between_topics_group"),
    limit("move_messages_within_stream_limit_seconds"),
    who("can_move_messages_between_channels_group"),
    limit("move_messages_between_streams_limit_seconds"),
  ],
  messages: [
    onOff("allow_message_editing"),
    limit("message_content_edit_limit_seconds"),
    { kind: "history", name: "message_edit_history_visibility_policy" },
    who("can_delete_own_message_group"),
    limit("message_content_delete_limit_seconds"),
    who("can_delete_any_message_group"),
    who("can_set_delete_message_policy_group"),
    who("can_mention_many_users_group"),
    who("can_start_calls_group"),
    who("can_moderate_calls_group"),
  ],
  direct: [who("direct_message_permission_group"), who("direct_message_initiator_group")],
  groups: [who("can_create_groups"), who("can_manage_all_groups")],
  people: [
    who("can_access_all_users_group"),
    who("can_read_audit_log_group"),
    who("can_manage_holds_group"),
    onOff("enable_guest_user_indicator"),
    onOff("enable_guest_user_dm_warning"),
    onOff("name_changes_disabled"),
    onOff("require_unique_names"),
    onOff("email_changes_disabled"),
    onOff("avatar_changes_disabled"),
    onOff("enable_read_receipts"),
  ],
  bots: [who("can_create_bots_group"), who("can_create_write_only_bots_group"), who("can_add_custom_emoji_group")],
};
