import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, count, integer, json, oneOf, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { approvals } from "../../../protocol/actor.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import {
  accessAnyGrant,
  accessGrant,
  endGrant,
  endGrantsOf,
  listEveryGrant,
  listGrants,
} from "../oauth-grants/oauth-grants.ts";
import { changeRules } from "../oauth-grants/rules.ts";
import { exclusionsOf, grantObject } from "./grant-object.ts";
import { exclusionSchema, grantSchema } from "./grant-schema.ts";

const getOwnAssistantsEndpoint = action({
  route: "GET /users/me/assistants",
  by: "human",
  reply: { assistants: v.array(v.object({ ...grantSchema.entries, ...exclusionSchema.entries })) },
  run: ({ realm, actor }) => ({
    assistants: listGrants(realm, actor.user_id).map((grant) => ({
      ...grantObject(realm, grant),
      ...exclusionsOf(grant),
    })),
  }),
});

const ids = optional(json(boundedList(v.pipe(v.number(), v.safeInteger()), "ids")));

const changeOwnAssistantEndpoint = action({
  route: "PATCH /users/me/assistants/:grant_id",
  by: "human",
  params: {
    grant_id: integer,
    approval: optional(oneOf(...approvals)),
    excluded_channels: ids,
    excluded_users: ids,
    excludes_direct: optional(boolean),
  },
  run({ realm, actor, params: { grant_id, ...rules } }) {
    changeRules(realm, actor, accessGrant(realm, actor, grant_id), rules);
  },
});

const endOwnAssistantEndpoint = action({
  route: "DELETE /users/me/assistants/:grant_id",
  by: "human",
  params: { grant_id: integer },
  run: ({ realm, actor, params }) => endGrant(realm, accessGrant(realm, actor, params.grant_id), "by the person"),
});

const endOwnAssistantsEndpoint = action({
  route: "DELETE /users/me/assistants",
  by: "human",
  reply: { ended: v.number() },
  run: ({ realm, actor }) => ({ ended: endGrantsOf(realm, actor.user_id, "by the person") }),
});

// Endpoints for owners to list and revoke all users' assistants. Not part of Zulip's API.

const PAGE = 50;

const getAssistantsEndpoint = action({
  route: "GET /realm/assistants",
  by: "owner",
  params: { before: optional(count, Number.MAX_SAFE_INTEGER) },
  reply: {
    /** Newest first, among those with ids smaller than `before`. */
    assistants: v.array(v.object({ ...grantSchema.entries, user_id: v.number() })),
    found_oldest: v.boolean(),
  },
  run({ realm, params: { before } }) {
    const found = listEveryGrant(realm, { before, limit: PAGE + 1 });
    const assistants = found.slice(0, PAGE).map((grant) => ({ ...grantObject(realm, grant), user_id: grant.user_id }));
    return { assistants, found_oldest: found.length <= PAGE };
  },
});

const endAssistantEndpoint = action({
  route: "DELETE /realm/assistants/:grant_id",
  by: "owner",
  params: { grant_id: integer },
  run: ({ realm, params }) => endGrant(realm, accessAnyGrant(realm, params.grant_id), "by an owner"),
});

/** Lists of assistants. Users change and revoke their own assistants, and owners revoke anyone's. */
export const assistantAccess = feature({
  name: "assistant-access",
  endpoints: [
    getOwnAssistantsEndpoint,
    changeOwnAssistantEndpoint,
    endOwnAssistantsEndpoint,
    endOwnAssistantEndpoint,
    getAssistantsEndpoint,
    endAssistantEndpoint,
  ],
});
