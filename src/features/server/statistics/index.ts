import { statement } from "../../../database/statement.ts";
import { feature } from "../../../feature.ts";
import type { FeatureArchive } from "../../../realm/archive-io/feature-archive.ts";
import { on } from "../../../realm/realm.ts";
import { personActiveHook } from "../../people/presence/presence.ts";
import { countDays, notePerson, STATISTICS_TIMER } from "./count-days.ts";
import { getStatisticsEndpoint } from "./get-statistics.ts";
import { schema } from "./rows.ts";

/**
 * After an import, counting starts over, because messages are counted in the order of their ids, and the archive's ids
 * are lower than those counted before.
 */
const statisticsArchive: FeatureArchive = {
  derived: ["statistics_days", "statistics_progress"],
  leftOut: { statistics_people: "follows from other tables" },
  finish({ realm, writes }) {
    if (!writes) return;
    for (const forget of [forgetDays, forgetProgress]) forget.run(realm.sql, {});
  },
};

const forgetDays = statement("DELETE FROM statistics_days");
const forgetProgress = statement("DELETE FROM statistics_progress");

/**
 * Usage statistics of an organization: messages and users per day. Sending a message writes nothing extra, because each
 * message is counted later, once, from the index.
 */
export const statistics = feature({
  name: "statistics",
  schema,
  archive: statisticsArchive,
  endpoints: [getStatisticsEndpoint],
  timers: { [STATISTICS_TIMER]: ({ realm }) => countDays(realm) },
  handlers: [on(personActiveHook, notePerson)],
});
