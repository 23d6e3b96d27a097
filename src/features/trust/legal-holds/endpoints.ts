import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, optional } from "../../../api/parameter.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { accessHold, accessHolds } from "./access.ts";
import { createHold, listHolds, noteHoldReading, releaseHold } from "./legal-holds.ts";
import { termParams } from "./parameters.ts";

/** A hold as shown to users who manage holds: how much it retains, but never what. */
const holdSchema = v.object({
  id: v.number(),
  name: v.string(),
  matter: v.string(),
  reason: v.string(),
  custodians: v.array(v.number()),
  channels: v.array(v.number()),
  from: v.nullable(v.number()),
  until: v.nullable(v.number()),
  direct_only: v.boolean(),
  created_at: v.number(),
  created_by: v.number(),
  /** When the hold was released. It is deleted as soon as everything it held has been deleted. */
  released_at: v.nullable(v.number()),
  held: v.object({ versions: v.number(), files: v.number(), bytes: v.number() }),
});

/** Returns the holds to those who can manage them. Like the other endpoints of holds, not part of Zulip's API. */
export const getHoldsEndpoint = action({
  route: "GET /holds",
  by: "human",
  existsWhere: ({ holds }) => holds,
  reply: { holds: v.array(holdSchema) },
  run({ realm, actor }) {
    accessHolds(realm, actor);
    noteHoldReading(realm, actor);
    const holds = listHolds(realm).map(({ custodians, channels, ...hold }) => ({
      ...hold,
      custodians: [...custodians],
      channels: [...channels],
    }));
    return { holds };
  },
});

const { name, matter, reason, custodians, channels, from, until, direct_only } = termParams;

/** Creates a hold, which retains everything it covers from now on. */
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

/** Releases a hold. Anything that no other hold retains is deleted within a day. */
export const releaseHoldEndpoint = action({
  route: "DELETE /holds/:hold_id",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: { hold_id: integer },
  run({ realm, actor, params }) {
    accessHolds(realm, actor);
    checkRecentLogin(realm, actor);
    releaseHold(realm, accessHold(realm, actor, params.hold_id));
  },
});

/** Whether this server supports holds. Visible to everyone; not part of Zulip's API. */
export const holdsSlice = stateSlice({
  types: ["realm"],
  collect: ({ realm }) => ({ server_holds: realm.config.holds }),
});
