import type { RealmPermissionName } from "../../../protocol/permission-settings.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";

const OWNERS_ONLY: ReadonlySet<RealmSettingName | RealmPermissionName> = new Set([
  "can_invite_users_group",
  "can_manage_all_groups",
  "can_manage_billing_group",
  "create_multiuse_invite_group",
  "disallow_disposable_email_addresses",
  "emails_restricted_to_domains",
  "invite_required",
  "message_retention_days",
  "second_factor_required_role",
  "waiting_period_threshold",
] as const);

/** Whether only owners can change a setting or permission of the organization; administrators can change all others. */
export const isOwnersOnly = (name: RealmSettingName | RealmPermissionName): boolean => OWNERS_ONLY.has(name);
