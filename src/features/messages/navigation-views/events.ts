import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const navigationViewSchema = v.strictObject({
  fragment: v.string(),
  is_pinned: v.boolean(),
  name: v.nullable(v.string()),
});
export type NavigationView = v.InferOutput<typeof navigationViewSchema>;

export const viewAdded = event({
  type: "navigation_view",
  op: "add",
  fields: { navigation_view: navigationViewSchema },
});

export const viewUpdated = event({
  type: "navigation_view",
  op: "update",
  fields: {
    fragment: v.string(),
    data: v.strictObject({ is_pinned: v.optional(v.boolean()), name: v.optional(v.string()) }),
  },
});

export const viewRemoved = event({
  type: "navigation_view",
  op: "remove",
  fields: { fragment: v.string() },
});
