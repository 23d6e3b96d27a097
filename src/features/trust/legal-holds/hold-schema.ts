import * as v from "valibot";

/** A hold as shown to users who manage holds: how much it retains, never what. */
export const holdSchema = v.object({
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
  /** When the hold was released. It is deleted once everything that only it retained has been deleted. */
  released_at: v.nullable(v.number()),
  held: v.object({ versions: v.number(), files: v.number(), bytes: v.number() }),
});
