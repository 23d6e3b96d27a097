import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** A change to one property of the organization (register-and-events.md 5.5). */
export const realmUpdated = event({
  type: "realm",
  op: "update",
  fields: {
    property: v.string(),
    value: v.union([v.string(), v.boolean(), v.nullable(v.number()), v.array(v.string())]),
  },
});

/** The organization was deactivated. Only open polls return it; later requests fail (register-and-events.md 5.5). */
export const realmDeactivated = event({ type: "realm", op: "deactivated", fields: { realm_id: v.number() } });

/** A change to properties that change together, to permissions, or to the organization's pictures. */
export const realmDictUpdated = event({
  type: "realm",
  op: "update_dict",
  fields: { property: v.picklist(["default", "icon", "logo", "night_logo"]), data: v.record(v.string(), v.unknown()) },
});
