import type * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { count, optional } from "../../../api/parameter.ts";
import type { Realm } from "../../../realm/realm.ts";
import { peopleByClient } from "../../../realm/report/report-of.ts";
import { DAY_MS, dayOf } from "../../../util/time.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import { uploadSpaceUsed } from "../../files/attachments/attachments.ts";
import { countMessages, KEPT_DAYS, progressOf } from "./count-days.ts";
import { activePeople, countAccounts, countChannels, type DayRow, daysSince, type Progress } from "./rows.ts";
import { type daySchema, statisticsSchema } from "./statistics-schema.ts";

/** Not part of Zulip's API. */
export const getStatisticsEndpoint = action({
  route: "GET /realm/statistics",
  by: "administrator",
  params: { days: optional(count, 90) },
  reply: statisticsSchema.entries,
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
