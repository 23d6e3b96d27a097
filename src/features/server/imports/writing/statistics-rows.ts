import { statement } from "../../../../database/statement.ts";

/** Statistics are counted anew: they go through the messages in the order of their ids, and began behind the archive's. */
export const resetStatistics = [statement("DELETE FROM statistics_days"), statement("DELETE FROM statistics_progress")];
