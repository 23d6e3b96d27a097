import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, optional, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { ApiError, badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { type GroupSettingValue, groupSettingValueSchema } from "../../../protocol/group-setting-value.ts";
import {
  type GroupPermissionName,
  type GroupPermissions,
  groupPermissionNames,
  groupPermissions,
} from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { recordOf } from "../../../util/records.ts";
import { permits } from "../organization-settings/realm-settings.ts";
import { checkMembers, checkPermissionValue, checkSubgroups, groupIsDeactivated } from "../user-groups/access.ts";
import { createGroup, deactivateGroup } from "../user-groups/changes.ts";
import { newGroupPermissions } from "../user-groups/user-groups.ts";
import { accessGroupToFill, accessGroupToManage, addSubgroupsByRequest, removeSubgroupsByRequest } from "./access.ts";
import { groupUses } from "./group-uses.ts";
import { addMembersByRequest, removeMembersByRequest } from "./members.ts";
import { checkGroupNameIsFree, groupDescriptionSchema, groupNameSchema, updateGroupEndpoint } from "./update-group.ts";

const ids = boundedList(v.pipe(v.number(), v.safeInteger()), "ids");

const permissionParams = recordOf(groupPermissionNames, () => optional(json(groupSettingValueSchema)));

const createGroupEndpoint = action({
  route: "POST /user_groups/create",
  by: "member",
  params: {
    name: textParameter(groupNameSchema),
    description: textParameter(groupDescriptionSchema),
    members: json(ids),
    subgroups: optional(json(ids), []),
    ...permissionParams,
  },
  reply: { group_id: v.number() },
  run({ realm, actor, params }) {
    if (!permits(realm, actor, "can_create_groups")) throw insufficientPermission();
    checkGroupNameIsFree(realm, params.name);
    const group_id = createGroup(realm, {
      name: params.name,
      description: params.description,
      creator: actor.user_id,
      members: checkMembers(realm, params.members),
      subgroups: checkSubgroups(realm, params.subgroups),
      permissions: { ...newGroupPermissions(realm, actor.user_id), ...chosenPermissions(realm, params) },
    });
    return { group_id };
  },
});

function chosenPermissions(
  realm: Realm,
  params: Readonly<Record<GroupPermissionName, GroupSettingValue | undefined>>,
): Partial<GroupPermissions> {
  const chosen: Partial<Record<GroupPermissionName, GroupSettingValue>> = {};
  for (const name of groupPermissionNames) {
    const wanted = params[name];
    if (wanted !== undefined) chosen[name] = checkPermissionValue(realm, wanted, { name, ...groupPermissions[name] });
  }
  return chosen;
}

const deactivateGroupEndpoint = action({
  route: "POST /user_groups/:user_group_id/deactivate",
  by: "member",
  params: { user_group_id: integer },
  run({ realm, actor, params }) {
    const group = accessGroupToManage(realm, actor, params.user_group_id);
    if (group.deactivated === 1) throw groupIsDeactivated();
    const objections = groupUses(realm, group);
    if (objections.length > 0) throw groupInUse(objections);
    deactivateGroup(realm, group);
  },
});

const groupInUse = (objections: readonly object[]) =>
  new ApiError({
    code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
    msg: "Cannot deactivate user group in use.",
    extra: { objections },
  });

const list = optional(json(ids), []);

const updateMembersEndpoint = action({
  route: "POST /user_groups/:user_group_id/members",
  by: "member",
  params: { user_group_id: integer, add: list, delete: list, add_subgroups: list, delete_subgroups: list },
  run({ realm, actor, params }) {
    const { user_group_id, add, delete: remove, add_subgroups, delete_subgroups } = params;
    if ([add, remove, add_subgroups, delete_subgroups].every((some) => some.length === 0)) throw nothingToDo();
    const group = accessGroupToFill(realm, user_group_id);
    if (add.length > 0) addMembersByRequest(realm, actor, group, add);
    if (remove.length > 0) removeMembersByRequest(realm, actor, group, remove);
    if (add_subgroups.length > 0) addSubgroupsByRequest(realm, actor, group, add_subgroups);
    if (delete_subgroups.length > 0) removeSubgroupsByRequest(realm, actor, group, delete_subgroups);
  },
});

const updateSubgroupsEndpoint = action({
  route: "POST /user_groups/:user_group_id/subgroups",
  by: "member",
  params: { user_group_id: integer, add: list, delete: list },
  run({ realm, actor, params: { user_group_id, add, delete: remove } }) {
    if (add.length === 0 && remove.length === 0) throw nothingToDo();
    const group = accessGroupToFill(realm, user_group_id);
    if (add.length > 0) addSubgroupsByRequest(realm, actor, group, add);
    if (remove.length > 0) removeSubgroupsByRequest(realm, actor, group, remove);
  },
});

const nothingToDo = () => badRequest("Nothing to do. Say what to add or what to delete.");

/** Creates, changes and deactivates user groups, and changes their members and subgroups. */
export const groupsActions = feature({
  name: "memberships",
  endpoints: [
    createGroupEndpoint,
    updateGroupEndpoint,
    deactivateGroupEndpoint,
    updateMembersEndpoint,
    updateSubgroupsEndpoint,
  ],
});
