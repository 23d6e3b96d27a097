import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { count, integer, optional } from "../../../endpoints/parameter.ts";
import { accessAnyGrant, endGrant, listEveryGrant } from "../grants/grants.ts";
import { grantFields, grantObject } from "./grant-object.ts";

// Endpoints of this server's own: the assistants of all people, for owners.

/** The grants of one answer. */
const PAGE = 50;

export const getAssistantsEndpoint = action({
  route: "GET /realm/assistants",
  by: "owner",
  params: { before: optional(count, Number.MAX_SAFE_INTEGER) },
  reply: {
    /** The newest first, of those with smaller ids than `before`. */
    assistants: v.array(v.object({ ...grantFields, user_id: v.number() })),
    found_oldest: v.boolean(),
  },
  run({ realm, params: { before } }) {
    const found = listEveryGrant(realm, { before, limit: PAGE + 1 });
    const assistants = found.slice(0, PAGE).map((grant) => ({ ...grantObject(realm, grant), user_id: grant.user_id }));
    return { assistants, found_oldest: found.length <= PAGE };
  },
});

export const endAssistantEndpoint = action({
  route: "DELETE /realm/assistants/:grant_id",
  by: "owner",
  params: { grant_id: integer },
  reply: {},
  run({ realm, params }) {
    endGrant(realm, accessAnyGrant(realm, params.grant_id), "by an owner");
    return {};
  },
});
