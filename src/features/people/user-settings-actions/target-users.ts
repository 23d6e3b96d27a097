import * as v from "valibot";
import { json, optional } from "../../../api/parameter.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { badRequest, unauthorizedPrincipal, unsupportedCombination } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { UserSettingName } from "../../../protocol/user-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Json } from "../../../util/canonical.ts";
import { accessUsers } from "../../organization/accounts/access.ts";
import { settingsSetBy, systemBotIds, type User } from "../../organization/accounts/accounts.ts";
import { accessGroup } from "../../organization/user-groups/access.ts";
import { membersWithin } from "../../organization/user-groups/membership.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { changeSettings, type SettingChanges } from "../user-settings/user-settings.ts";

const ids = v.optional(boundedList(v.pipe(v.number(), v.integer()), "ids"), []);
const targetSchema = v.object({
  user_ids: ids,
  group_ids: ids,
  skip_if_already_edited: v.optional(v.boolean(), false),
});
type TargetUsers = v.InferOutput<typeof targetSchema>;

export const targetUsersParam = optional(json(targetSchema));

/** Settings that users can only change for themselves: what others can see or export about them, and emails to them. */
const ONLY_FOR_ONESELF: readonly UserSettingName[] = [
  "allow_private_data_export",
  "email_address_visibility",
  "enable_login_emails",
  "enable_marketing_emails",
];

/** Throws if the actor isn't an administrator, or if a setting can only be changed by users themselves. */
export function checkMayTarget(actor: Actor, params: Readonly<Record<string, unknown>>, own: readonly string[]): void {
  if (!isAdministrator(actor)) throw unauthorizedPrincipal("administrator");
  const refused = [...own, ...ONLY_FOR_ONESELF].find((name) => params[name] !== undefined);
  if (refused !== undefined) throw unsupportedCombination("target_users", refused);
}

/** Changes settings of the target users and of the active members of the target groups. */
export function changeSettingsOf(realm: Realm, actor: Actor, target: TargetUsers, wanted: SettingChanges): void {
  const users = targetsOf(realm, actor, target);
  const changes = users.length * Object.keys(wanted).length;
  if (changes > limits.request.setting_changes)
    throw badRequest(`A request cannot change more than ${limits.request.setting_changes} settings of people.`);
  const others: UserId[] = [];
  for (const user of users) {
    const own = target.skip_if_already_edited ? withoutOwnSettings(realm, user, wanted) : wanted;
    if (changeSettings(realm, user, own) && user.id !== actor.user_id) others.push(user.id);
  }
  if (others.length === 0) return;
  auditOrganization(realm, "user.settings_changed_by_other", { users: others, after: wanted as Json });
}

function targetsOf(realm: Realm, actor: Actor, { user_ids, group_ids }: TargetUsers): User[] {
  const named = accessUsers(realm, actor, user_ids);
  const inGroups = membersWithin(realm, ...group_ids.map((id) => accessGroup(realm, id).id));
  const members = accessUsers(realm, null, [...inGroups]).filter((user) => user.is_active === 1);
  const system = systemBotIds(realm);
  const all = new Map([...named, ...members].map((user) => [user.id, user]));
  return [...all.values()].filter(({ id }) => !system.has(id));
}

/** Leaves out the settings that the account's user has ever chosen. */
function withoutOwnSettings(realm: Realm, user: User, wanted: SettingChanges): SettingChanges {
  const own = settingsSetBy(realm, user);
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !own.has(name)));
}
