import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { personActiveHook } from "../../people/presence/presence.ts";
import { statisticsArchive } from "./archive.ts";
import { countDays, STATISTICS_TIMER } from "./count-days.ts";
import { getStatisticsEndpoint } from "./get-statistics.ts";
import { notePerson } from "./note-person.ts";
import { schema } from "./rows.ts";

/**
 * Usage statistics of an organization: messages and people per day. Sending a message writes nothing extra, because
 * each message is counted later, once, from the index.
 */
export const statistics = feature({
  name: "statistics",
  schema,
  archive: statisticsArchive,
  endpoints: [getStatisticsEndpoint],
  timers: { [STATISTICS_TIMER]: ({ realm }) => countDays(realm) },
  handlers: [on(personActiveHook, notePerson)],
});
