import { action } from "../../../../endpoints/endpoint.ts";
import { integer, json, optional } from "../../../../endpoints/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { accessGroupToFill } from "./access.ts";
import { ids } from "./ids.ts";
import { addMembersByRequest, removeMembersByRequest } from "./members.ts";
import { addSubgroupsByRequest, removeSubgroupsByRequest } from "./subgroups.ts";

const list = optional(json(ids), []);

export const updateMembersEndpoint = action({
  route: "POST /user_groups/:user_group_id/members",
  by: "member",
  params: { user_group_id: integer, add: list, delete: list, add_subgroups: list, delete_subgroups: list },
  reply: {},
  run({ realm, actor, params }) {
    const { user_group_id, add, delete: remove, add_subgroups, delete_subgroups } = params;
    if ([add, remove, add_subgroups, delete_subgroups].every((some) => some.length === 0)) throw nothingToDo();
    const group = accessGroupToFill(realm, user_group_id);
    if (add.length > 0) addMembersByRequest(realm, actor, group, add);
    if (remove.length > 0) removeMembersByRequest(realm, actor, group, remove);
    if (add_subgroups.length > 0) addSubgroupsByRequest(realm, actor, group, add_subgroups);
    if (delete_subgroups.length > 0) removeSubgroupsByRequest(realm, actor, group, delete_subgroups);
    return {};
  },
});

export const updateSubgroupsEndpoint = action({
  route: "POST /user_groups/:user_group_id/subgroups",
  by: "member",
  params: { user_group_id: integer, add: list, delete: list },
  reply: {},
  run({ realm, actor, params: { user_group_id, add, delete: remove } }) {
    if (add.length === 0 && remove.length === 0) throw nothingToDo();
    const group = accessGroupToFill(realm, user_group_id);
    if (add.length > 0) addSubgroupsByRequest(realm, actor, group, add);
    if (remove.length > 0) removeSubgroupsByRequest(realm, actor, group, remove);
    return {};
  },
});

const nothingToDo = () => badRequest("Nothing to do. Say what to add or what to delete.");
