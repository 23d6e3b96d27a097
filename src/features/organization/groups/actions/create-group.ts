import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { json, optional, textOf } from "../../../../endpoints/parameter.ts";
import { insufficientPermission } from "../../../../protocol/errors.ts";
import { type GroupSettingValue, groupSettingValueSchema } from "../../../../protocol/group-setting-value.ts";
import {
  type GroupPermissionName,
  type GroupPermissions,
  groupPermissionNames,
  groupPermissions,
} from "../../../../protocol/permission-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { recordOf } from "../../../../util/records.ts";
import { permits } from "../../realm/realm-settings.ts";
import { checkMembers, checkPermissionValue, checkSubgroups } from "../access.ts";
import { createGroup } from "../changes.ts";
import { newGroupPermissions } from "../groups.ts";
import { checkGroupNameIsFree, groupDescriptionSchema, groupNameSchema } from "./group-name.ts";
import { ids } from "./ids.ts";

const permissionParams = recordOf(groupPermissionNames, () => optional(json(groupSettingValueSchema)));

export const createGroupEndpoint = action({
  route: "POST /user_groups/create",
  by: "member",
  params: {
    name: textOf(groupNameSchema),
    description: textOf(groupDescriptionSchema),
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
