import * as v from "valibot";

/** A bot's program, as its owner and administrators see it. */
export const programSchema = v.object({
  program: v.string(),
  hosts: v.array(v.string()),
  is_on: v.boolean(),
  runs_here: v.boolean(),
  /** Functions of `parley.tools`. */
  tools: v.array(v.string()),
  timers: v.array(v.object({ name: v.string(), due_at: v.number() })),
  /** Newest first. */
  log: v.array(v.object({ id: v.number(), at: v.number(), is_error: v.boolean(), text: v.string() })),
  examples: v.array(v.object({ name: v.string(), program: v.string() })),
});
