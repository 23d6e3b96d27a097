import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional } from "../../../endpoints/parameter.ts";
import { accessUser } from "../../organization/users/access.ts";
import { changeSettings } from "../settings/settings.ts";
import { changeStatus } from "./status.ts";
import { noNewValues, statusChange, statusParams } from "./status-params.ts";

export const updateOwnStatusEndpoint = action({
  route: "POST /users/me/status",
  by: "human",
  params: { ...statusParams, away: optional(boolean) },
  reply: {},
  run({ realm, actor, params: { away, ...given } }) {
    const change = statusChange(realm, given);
    if (away === undefined && Object.keys(change).length === 0) throw noNewValues();
    if (away !== undefined) changeSettings(realm, accessUser(realm, actor, actor.user_id), { presence_enabled: !away });
    if (Object.keys(change).length > 0) changeStatus(realm, actor.user_id, change);
    return {};
  },
});
