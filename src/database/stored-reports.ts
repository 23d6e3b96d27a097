import * as v from "valibot";
import { Log } from "../logging/log.ts";
import { giveBackCounts, takeCounts } from "../metrics/counts.ts";
import type { Numbers } from "../metrics/families.ts";
import type { Report } from "../metrics/reports.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds, seconds, toWholeSeconds } from "../util/time.ts";
import { stored } from "./stored.ts";

// All organizations' reports are in the first D1 database, so that /metrics and /health don't have to wake their
// objects.

/** Organization number of the row with the counts. No organization has it. */
const COUNTS = 0;
const MAX_REPORTS = 1000;

const WRITE = `INSERT INTO reports (realm, at, report) VALUES (CAST(?1 AS INTEGER), CAST(?2 AS INTEGER), ?3)
  ON CONFLICT (realm) DO UPDATE SET at = excluded.at, report = excluded.report`;
const ADD = `INSERT INTO reports (realm, at, report) VALUES (${COUNTS}, CAST(?1 AS INTEGER), ?2)
  ON CONFLICT (realm) DO UPDATE SET at = excluded.at, report = (
    SELECT json_group_object(key, total) FROM (
      SELECT key, sum(value) AS total FROM (
        SELECT key, value FROM json_each(reports.report) UNION ALL SELECT key, value FROM json_each(excluded.report)
      ) GROUP BY key))`;
const SELECT_REPORTS = "SELECT realm, report FROM reports ORDER BY realm LIMIT CAST(?1 AS INTEGER)";
const DELETE_REPORT = "DELETE FROM reports WHERE realm = CAST(?1 AS INTEGER)";

const numbersSchema = v.record(v.string(), v.number());
const reportSchema = v.object({
  subdomain: v.string(),
  host: v.string(),
  at: v.pipe(v.number(), v.transform(seconds)),
  version: v.string(),
  numbers: numbersSchema,
});
const readReport = stored("reports.report", v.nullable(reportSchema), () => null);
const readCounts = stored("reports.report", numbersSchema, () => ({}));

export async function storeReport(database: D1Database, { realm, ...report }: Report): Promise<void> {
  await database.prepare(WRITE).bind(realm, report.at, JSON.stringify(report)).run();
}

let nextAt = milliseconds(0);

/** Whether enough time has passed since this isolate last reported its counts. */
export const areCountsDue = (now: Milliseconds): boolean => now >= nextAt;

export async function addCounts(database: D1Database, now: Milliseconds): Promise<void> {
  nextAt = after(now, MINUTE_MS);
  const counts = takeCounts();
  if (Object.keys(counts).length === 0) return;
  try {
    await database.prepare(ADD).bind(toWholeSeconds(now), JSON.stringify(counts)).run();
  } catch (error) {
    giveBackCounts(counts);
    new Log().trouble("counts_not_stored", error);
  }
}

/** Returns each organization's last report, and the sum of all isolates' counts. */
export async function storedReports(
  database: D1Database,
): Promise<{ readonly reports: readonly Report[]; readonly counts: Numbers }> {
  const { results } = await database.prepare(SELECT_REPORTS).bind(MAX_REPORTS).all<{ realm: number; report: string }>();
  const reports = results.flatMap(({ realm, report }) => {
    const read = realm === COUNTS ? null : readReport(report);
    return read === null ? [] : [{ realm, ...read }];
  });
  const counts = results.find(({ realm }) => realm === COUNTS);
  return { reports, counts: counts === undefined ? {} : readCounts(counts.report) };
}

export async function forgetReport(database: D1Database, realm: number): Promise<void> {
  await database.prepare(DELETE_REPORT).bind(realm).run();
}
