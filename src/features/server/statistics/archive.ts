import { statement } from "../../../database/statement.ts";
import type { FeatureArchive } from "../../../realm/archive-io/feature-archive.ts";

/**
 * Statistics are counted again after an import. Counting goes through messages by id, and started after the archive's
 * messages.
 */
export const statisticsArchive: FeatureArchive = {
  derived: ["statistics_days", "statistics_progress"],
  leftOut: { statistics_people: "follows from other tables" },
  finish({ realm, writes }) {
    if (!writes) return;
    for (const forget of [forgetDays, forgetProgress]) forget.run(realm.sql, {});
  },
};

const forgetDays = statement("DELETE FROM statistics_days");
const forgetProgress = statement("DELETE FROM statistics_progress");
