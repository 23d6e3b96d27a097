import * as v from "valibot";
import { event } from "../../realm/event.ts";

/** One property of the organization (register-and-events.md 5.5). */
export const realmUpdated = event({
  type: "realm",
  op: "update",
  fields: { property: v.string(), value: v.union([v.string(), v.boolean(), v.nullable(v.number())]) },
});

/** Properties that change together, and permissions. */
export const realmDictUpdated = event({
  type: "realm",
  op: "update_dict",
  fields: { property: v.literal("default"), data: v.record(v.string(), v.unknown()) },
});
