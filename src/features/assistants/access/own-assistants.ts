import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, json, oneOf, optional } from "../../../endpoints/parameter.ts";
import { approvals } from "../../../protocol/actor.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { accessGrant, endGrant, endGrantsOf, listGrants } from "../grants/grants.ts";
import { changeRules } from "../grants/rules.ts";
import { exclusionFields, exclusionsOf, grantFields, grantObject } from "./grant-object.ts";

// Endpoints of this server's own: the assistants that a person has let in.

export const getOwnAssistantsEndpoint = action({
  route: "GET /users/me/assistants",
  by: "human",
  params: {},
  reply: { assistants: v.array(v.object({ ...grantFields, ...exclusionFields })) },
  run: ({ realm, actor }) => ({
    assistants: listGrants(realm, actor.user_id).map((grant) => ({
      ...grantObject(realm, grant),
      ...exclusionsOf(grant),
    })),
  }),
});

const ids = optional(json(boundedList(v.pipe(v.number(), v.safeInteger()), "ids")));

/** Changes what is asked about, and what is left out. */
export const changeOwnAssistantEndpoint = action({
  route: "PATCH /users/me/assistants/:grant_id",
  by: "human",
  params: {
    grant_id: integer,
    approval: optional(oneOf(...approvals)),
    excluded_channels: ids,
    excluded_users: ids,
    excludes_direct: optional(boolean),
  },
  reply: {},
  run({ realm, actor, params: { grant_id, ...rules } }) {
    changeRules(realm, actor, accessGrant(realm, actor, grant_id), rules);
    return {};
  },
});

export const endOwnAssistantEndpoint = action({
  route: "DELETE /users/me/assistants/:grant_id",
  by: "human",
  params: { grant_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    endGrant(realm, accessGrant(realm, actor, params.grant_id), "by the person");
    return {};
  },
});

export const endOwnAssistantsEndpoint = action({
  route: "DELETE /users/me/assistants",
  by: "human",
  params: {},
  reply: { ended: v.number() },
  run: ({ realm, actor }) => ({ ended: endGrantsOf(realm, actor.user_id, "by the person") }),
});
