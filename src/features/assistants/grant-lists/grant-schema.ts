import * as v from "valibot";
import { approvals, resources, scopes } from "../../../protocol/actor.ts";

export const grantSchema = v.object({
  id: v.number(),
  name: v.string(),
  /** Host of the client id URL, or null if the client registered itself here. */
  host: v.nullable(v.string()),
  /** Resource (endpoint) that the assistant was granted access to. */
  resource: v.picklist(resources),
  scopes: v.array(v.picklist(scopes)),
  approval: v.picklist(approvals),
  created_at: v.number(),
  /** Rounded to the day. Null if the grant was never used. */
  last_used_at: v.nullable(v.number()),
  /** Number of calls in the last seven days, including today. */
  calls_this_week: v.number(),
  /** Number of all messages the assistant has sent, including approved ones. */
  messages_sent: v.number(),
});

export const exclusionSchema = v.object({
  excluded_channels: v.array(v.number()),
  /** Users whose direct conversations with the grant's user are excluded. */
  excluded_users: v.array(v.number()),
  excludes_direct: v.boolean(),
});
