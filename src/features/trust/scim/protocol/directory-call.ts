import * as v from "valibot";
import { boolean, count, json, optional, text } from "../../../../endpoints/parameter.ts";
import { sized } from "../../../../protocol/bounded.ts";

/** The size of a request's body. */
export const MAX_BYTES = 1_048_576;

/** The traits and parameters of the endpoints behind the pages of SCIM, which admit the caller themselves. */
export const internal = { by: "anyone", internal: true, limited: false } as const;
/** The hash of the token. */
export const token = text("id");
export const body = json(sized(v.record(v.string(), v.unknown()), MAX_BYTES));
const anything = v.record(v.string(), v.any());
export const resourceReply = { resource: v.nullable(anything) };
export const listReply = { resources: v.array(anything), total: v.number() };

const LISTED = { usually: 100, most: 200 };

/** The parameters of a list: a filter, and the part of it that is wanted, from 1 on. */
export const listParams = {
  token,
  filter: optional(text("description")),
  start: optional(count, 1),
  count: optional(count, LISTED.usually),
  /** Whether groups have their members, and users their groups. */
  whole: optional(boolean, true),
};

/** The part of a list that is answered. */
export const pageOf = ({ start, count: wanted }: { start: number; count: number }) => ({
  offset: Math.max(0, start - 1),
  most: Math.min(wanted, LISTED.most),
});
