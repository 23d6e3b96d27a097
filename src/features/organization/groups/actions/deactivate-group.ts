import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { ApiError } from "../../../../protocol/errors.ts";
import { groupIsDeactivated } from "../access.ts";
import { deactivateGroup } from "../changes.ts";
import { accessGroupToManage } from "./access.ts";
import { groupUses } from "./group-uses.ts";

export const deactivateGroupEndpoint = action({
  route: "POST /user_groups/:user_group_id/deactivate",
  by: "member",
  params: { user_group_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const group = accessGroupToManage(realm, actor, params.user_group_id);
    if (group.deactivated === 1) throw groupIsDeactivated();
    const objections = groupUses(realm, group);
    if (objections.length > 0) throw groupInUse(objections);
    deactivateGroup(realm, group);
    return {};
  },
});

const groupInUse = (objections: readonly object[]) =>
  new ApiError({
    code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
    msg: "Cannot deactivate user group in use.",
    extra: { objections },
  });
