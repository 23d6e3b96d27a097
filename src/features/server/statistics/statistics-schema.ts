import * as v from "valibot";

const counts = <Name extends string>(...names: Name[]) =>
  v.object(Object.fromEntries(names.map((name) => [name, v.number()])) as Record<Name, v.NumberSchema<undefined>>);

export const daySchema = v.object({
  date: v.string(),
  messages: counts("public_channels", "private_channels", "direct", "group_direct"),
  messages_by_bots: v.number(),
  /** Number of users active on the day, and within the 7 and 30 days ending with it, or null if unknown. */
  active_people: v.nullable(counts("day", "week", "month")),
});

export const statisticsSchema = v.object({
  /** Oldest first, without gaps, up to today. */
  days: v.array(daySchema),
  is_complete: v.boolean(),
  people: counts("owners", "administrators", "moderators", "members", "guests", "deactivated", "bots"),
  channels: counts("web_public", "public", "private", "archived"),
  /** Number of users with a queue of a tested Zulip client, by version relative to the tested one. */
  clients: v.array(v.object({ client: v.string(), ...counts("older", "tested", "newer").entries })),
  messages_sent: v.number(),
  upload_bytes: v.number(),
  database_bytes: v.number(),
});
