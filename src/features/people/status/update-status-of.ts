import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessUserToChange } from "../../organization/users/access.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { changeStatus } from "./status.ts";
import { noNewValues, statusChange, statusParams } from "./status-params.ts";

export const updateStatusOfEndpoint = action({
  route: "POST /users/:user_id/status",
  by: "administrator",
  params: { user_id: integer, ...statusParams },
  reply: {},
  run({ realm, actor, params: { user_id, ...given } }) {
    const user = accessUserToChange(realm, actor, user_id);
    const change = statusChange(realm, given);
    if (Object.keys(change).length === 0) throw noNewValues();
    changeStatus(realm, user.id, change);
    if (user.id !== actor.user_id)
      audit(realm, "user.status_changed_by_other", { of: accountEntity(user), details: { ...change } });
    return {};
  },
});
