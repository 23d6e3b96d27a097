import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional, textParameter } from "../../../api/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import {
  type GroupSettingUpdate,
  type GroupSettingValue,
  groupSettingUpdateSchema,
} from "../../../protocol/group-setting-value.ts";
import {
  type GroupPermissionName,
  type GroupPermissions,
  groupPermissionNames,
  groupPermissions,
} from "../../../protocol/permission-settings.ts";
import { MAX_GROUP_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH } from "../../../protocol/text-lengths.ts";
import type { Realm } from "../../../realm/realm.ts";
import { recordOf } from "../../../util/records.ts";
import { groupNamed, updatedPermission } from "../user-groups/access.ts";
import { changeGroup } from "../user-groups/changes.ts";
import { type Group, permissionsOf } from "../user-groups/user-groups.ts";
import { accessGroupToManage } from "./access.ts";

/** Prefixes that would be misinterpreted in mentions or search operands. */
const RESERVED_PREFIXES = ["@", "role:", "user:", "stream:", "channel:"] as const;

export const groupNameSchema = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => name !== "", "User group name can't be empty!"),
  v.check(
    (name) => [...name].length <= MAX_GROUP_NAME_LENGTH,
    `User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`,
  ),
  v.check(
    (name) => prefixOf(name) === undefined,
    (issue) => `User group name cannot start with '${prefixOf(issue.input)}'.`,
  ),
);

const prefixOf = (name: string) => RESERVED_PREFIXES.find((prefix) => name.startsWith(prefix));

export const groupDescriptionSchema = v.pipe(v.string(), v.maxCodePoints(MAX_GROUP_DESCRIPTION_LENGTH));

/** Throws if another group has the name, deactivated or not. */
export function checkGroupNameIsFree(realm: Realm, name: string, self?: Group): void {
  const other = groupNamed(realm, name);
  if (other !== undefined && other.id !== self?.id) throw badRequest(`User group '${name}' already exists.`);
}

const permissionParams = recordOf(groupPermissionNames, () => optional(json(groupSettingUpdateSchema)));

export const updateGroupEndpoint = action({
  route: "PATCH /user_groups/:user_group_id",
  by: "member",
  params: {
    user_group_id: integer,
    name: optional(textParameter(groupNameSchema)),
    description: optional(textParameter(groupDescriptionSchema)),
    deactivated: optional(boolean),
    ...permissionParams,
  },
  run({ realm, actor, params }) {
    const { user_group_id, name, description, deactivated } = params;
    const updates = groupPermissionNames.filter((permission) => params[permission] !== undefined);
    if (name === undefined && description === undefined && deactivated === undefined && updates.length === 0) {
      throw badRequest("No new data supplied");
    }
    const group = accessGroupToManage(realm, actor, user_group_id);
    if (name !== undefined) checkGroupNameIsFree(realm, name, group);
    changeGroup(realm, group, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      permissions: newPermissions(realm, group, params),
      // `deactivated=true` does nothing here (seed 4.8). Deactivation has its own endpoint, which can reject it.
      reactivated: deactivated === false && group.deactivated === 1,
    });
  },
});

function newPermissions(
  realm: Realm,
  group: Group,
  updates: Readonly<Record<GroupPermissionName, GroupSettingUpdate | undefined>>,
): Partial<GroupPermissions> {
  const current = permissionsOf(realm, group);
  const changed: Partial<Record<GroupPermissionName, GroupSettingValue>> = {};
  for (const name of groupPermissionNames) {
    const update = updates[name];
    if (update === undefined) continue;
    const value = updatedPermission(realm, current[name], update, { name, ...groupPermissions[name] });
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}
