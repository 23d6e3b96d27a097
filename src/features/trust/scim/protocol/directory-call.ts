import * as v from "valibot";
import { boolean, count, json, optional, text } from "../../../../api/parameter.ts";
import { sized } from "../../../../protocol/bounded.ts";

/** Maximum size of a request body. */
export const MAX_BYTES = 1_048_576;

/** Settings of the endpoints behind SCIM's pages, which authenticate directories themselves. */
export const internal = { by: "anyone", internal: true, limited: false } as const;
/** Hash of the token. */
export const token = text("id");
export const body = json(sized(v.record(v.string(), v.unknown()), MAX_BYTES));
const anything = v.record(v.string(), v.any());
export const resourceReply = { resource: v.nullable(anything) };
export const listReply = { resources: v.array(anything), total: v.number() };

const LISTED = { usually: 100, most: 200 };

/** Parameters of a list request: a filter, and the requested page. The first resource has the index 1. */
export const listParams = {
  token,
  filter: optional(text("description")),
  start: optional(count, 1),
  count: optional(count, LISTED.usually),
  /** Whether to include the members of groups, and the groups of users. */
  whole: optional(boolean, true),
};

export const pageOf = ({ start, count: wanted }: { start: number; count: number }) => ({
  offset: Math.max(0, start - 1),
  most: Math.min(wanted, LISTED.most),
});
