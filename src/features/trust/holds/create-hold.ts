import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { optional } from "../../../endpoints/parameter.ts";
import { checkRecentLogin } from "../../organization/users/authentication/ways-in.ts";
import { accessHolds } from "./access.ts";
import { createHold } from "./holds.ts";
import { termParams } from "./parameters.ts";

const { name, matter, reason, custodians, channels, from, until, direct_only } = termParams;

/** Keeps what falls under a new hold from now on. */
export const createHoldEndpoint = action({
  route: "POST /holds",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: {
    name,
    matter: optional(matter, ""),
    reason: optional(reason, ""),
    custodians: optional(custodians, []),
    channels: optional(channels, []),
    from: optional(from, null),
    until: optional(until, null),
    direct_only: optional(direct_only, false),
  },
  reply: { hold_id: v.number() },
  run({ realm, actor, params }) {
    accessHolds(realm, actor);
    checkRecentLogin(realm, actor);
    return { hold_id: createHold(realm, actor, params).id };
  },
});
