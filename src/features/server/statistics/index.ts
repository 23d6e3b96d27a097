import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { personActiveHook } from "../../people/presence/presence.ts";
import { statisticsArchive } from "./archive.ts";
import { countDays, STATISTICS_TIMER } from "./count-days.ts";
import { getStatisticsEndpoint } from "./get-statistics.ts";
import { notePerson } from "./note-person.ts";
import { schema } from "./rows.ts";

/**
 * Counts of the use of an organization: messages and people by day. Sending a message writes nothing for it: messages are
 * counted later, from their index, each once.
 */
export const statistics = feature({
  name: "statistics",
  schema,
  archive: statisticsArchive,
  endpoints: [getStatisticsEndpoint],
  timers: { [STATISTICS_TIMER]: ({ realm }) => countDays(realm) },
  handlers: [on(personActiveHook, notePerson)],
});
