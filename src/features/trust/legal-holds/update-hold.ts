import { action } from "../../../api/endpoint.ts";
import { integer, optional } from "../../../api/parameter.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { accessHold, accessHolds } from "./access.ts";
import { changeHold } from "./legal-holds.ts";
import { termParams } from "./parameters.ts";

const { name, matter, reason, custodians, channels, from, until, direct_only } = termParams;

/** Changes a hold. What it already retains stays until the hold is released. */
export const updateHoldEndpoint = action({
  route: "PATCH /holds/:hold_id",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: {
    hold_id: integer,
    name: optional(name),
    matter: optional(matter),
    reason: optional(reason),
    custodians: optional(custodians),
    channels: optional(channels),
    from: optional(from),
    until: optional(until),
    direct_only: optional(direct_only),
  },
  run({ realm, actor, params: { hold_id, ...wanted } }) {
    accessHolds(realm, actor);
    checkRecentLogin(realm, actor);
    const hold = accessHold(realm, actor, hold_id);
    changeHold(realm, hold, {
      name: wanted.name ?? hold.name,
      matter: wanted.matter ?? hold.matter,
      reason: wanted.reason ?? hold.reason,
      custodians: wanted.custodians ?? hold.custodians,
      channels: wanted.channels ?? hold.channels,
      from: wanted.from === undefined ? hold.from : wanted.from,
      until: wanted.until === undefined ? hold.until : wanted.until,
      direct_only: wanted.direct_only ?? hold.direct_only,
    });
  },
});
