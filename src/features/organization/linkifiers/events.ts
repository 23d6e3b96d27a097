import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";

export const linkifierSchema = v.strictObject({
  id: v.number(),
  pattern: v.string(),
  url_template: v.string(),
  // Events logged by an earlier version of the server lack these fields.
  example_input: v.optional(v.nullable(v.string()), null),
  reverse_template: v.optional(v.nullable(v.string()), null),
  alternative_url_templates: v.optional(v.array(v.string()), []),
});

/**
 * A change to linkifiers, with the full list in order, for clients that know URL templates (register-and-events.md 3).
 */
export const linkifiersChanged = event({
  type: "realm_linkifiers",
  fields: { realm_linkifiers: v.array(linkifierSchema) },
  wants: (client) => can(client, "linkifier_url_template"),
});
