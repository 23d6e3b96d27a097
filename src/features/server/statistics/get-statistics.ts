import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { count, optional } from "../../../api/parameter.ts";
import type { Realm } from "../../../realm/realm.ts";
import { peopleByClient } from "../../../realm/report/report-of.ts";
import { DAY_MS, dayOf } from "../../../util/time.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import { uploadSpaceUsed } from "../../files/attachments/attachments.ts";
import { countMessages, KEPT_DAYS, progressOf } from "./count-days.ts";
import { activePeople, countAccounts, countChannels, type DayRow, daysSince, type Progress } from "./rows.ts";

const counts = <Name extends string>(...names: Name[]) =>
  v.object(Object.fromEntries(names.map((name) => [name, v.number()])) as Record<Name, v.NumberSchema<undefined>>);

const daySchema = v.object({
  date: v.string(),
  messages: counts("public_channels", "private_channels", "direct", "group_direct"),
  messages_by_bots: v.number(),
  /** Users active on the day, and within the 7 and 30 days ending with it, or null if unknown. */
  active_people: v.nullable(counts("day", "week", "month")),
});

/** Returns usage statistics of an organization. Not part of Zulip's API. */
export const getStatisticsEndpoint = action({
  route: "GET /realm/statistics",
  by: "administrator",
  params: { days: optional(count, 90) },
  reply: {
    /** Oldest first, without gaps, up to today. */
    days: v.array(daySchema),
    is_complete: v.boolean(),
    people: counts("owners", "administrators", "moderators", "members", "guests", "deactivated", "bots"),
    channels: counts("web_public", "public", "private", "archived"),
    /** Users with an event queue of a tested Zulip client, by how its version compares to the tested one. */
    clients: v.array(v.object({ client: v.string(), ...counts("older", "tested", "newer").entries })),
    messages_sent: v.number(),
    upload_bytes: v.number(),
    database_bytes: v.number(),
  },
  run({ realm, params }) {
    const is_complete = countMessages(realm);
    return {
      days: daysOf(realm, Math.max(1, Math.min(params.days, KEPT_DAYS))),
      is_complete,
      people: countAccounts.one(realm.sql, {}),
      channels: countChannels.one(realm.sql, {}),
      clients: [...peopleByClient(realm)].map(([client, ages]) => ({ client, ...ages })),
      messages_sent: newestMessageId(realm),
      upload_bytes: uploadSpaceUsed(realm),
      database_bytes: realm.sql.databaseSize,
    };
  },
});

const nothing = { public_channels: 0, private_channels: 0, direct: 0, group_direct: 0, by_bots: 0 };
const nobody = { people_day: null, people_week: null, people_month: null };

function daysOf(realm: Realm, most: number): v.InferOutput<typeof daySchema>[] {
  const progress = progressOf(realm);
  const today = dayOf(realm.seconds());
  const first = today - most + 1;
  const known = new Map(daysSince.all(realm.sql, { day: first }).map((row) => [row.day, row]));
  return Array.from({ length: most }, (_, index) => {
    const day = first + index;
    const row = known.get(day) ?? { day, ...nothing, ...nobody };
    const { public_channels, private_channels, direct, group_direct, by_bots } = row;
    return {
      date: new Date(day * DAY_MS).toISOString().slice(0, 10),
      messages: { public_channels, private_channels, direct, group_direct },
      messages_by_bots: by_bots,
      active_people: peopleOf(realm, progress, row),
    };
  });
}

/** A day has no row if no one was active on it, or in the month before. */
function peopleOf(realm: Realm, { people_since, unfinished_day }: Progress, row: DayRow) {
  if (row.day < people_since) return null;
  if (row.day >= unfinished_day) return activePeople.one(realm.sql, { day: row.day });
  return { day: row.people_day ?? 0, week: row.people_week ?? 0, month: row.people_month ?? 0 };
}
