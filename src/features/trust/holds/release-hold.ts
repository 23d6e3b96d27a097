import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { checkRecentLogin } from "../../organization/users/authentication/ways-in.ts";
import { accessHold, accessHolds } from "./access.ts";
import { releaseHold } from "./holds.ts";

/** Releases a hold: what no other hold keeps is gone within a day. */
export const releaseHoldEndpoint = action({
  route: "DELETE /holds/:hold_id",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: { hold_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    accessHolds(realm, actor);
    checkRecentLogin(realm, actor);
    releaseHold(realm, accessHold(realm, actor, params.hold_id));
    return {};
  },
});
