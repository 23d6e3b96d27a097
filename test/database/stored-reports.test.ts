import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addCounts, forgetReport, storedReports, storeReport } from "../../src/database/stored-reports.ts";
import { count, countsSoFar, takeCounts } from "../../src/metrics/counts.ts";
import { milliseconds, seconds } from "../../src/util/time.ts";

const report = { realm: 7, subdomain: "tea", host: "tea.localhost", at: seconds(5), version: "1", numbers: { a: 1 } };

test("storeReport replaces an organization's report, which is kept until it is deleted", async () => {
  await storeReport(env.DB, report);
  await storeReport(env.DB, { ...report, at: seconds(6), numbers: { b: 2 } });
  const of = async () => (await storedReports(env.DB)).reports.filter(({ realm }) => realm === 7);
  expect(await of()).toEqual([{ ...report, at: 6, numbers: { b: 2 } }]);
  await forgetReport(env.DB, 7);
  expect(await of()).toEqual([]);
});

test("addCounts sums the counts of several isolates, and retries those that were not stored", async () => {
  takeCounts();
  const before = (await storedReports(env.DB)).counts["parley_messages_sent_total"] ?? 0;
  for (const by of [2, 3]) {
    count("parley_messages_sent_total", undefined, by);
    await addCounts(env.DB, milliseconds(0));
  }
  const away = { prepare: () => ({ bind: () => ({ run: () => Promise.reject(new Error("away")) }) }) };
  count("parley_messages_sent_total", undefined, 4);
  await addCounts(away as unknown as D1Database, milliseconds(0));
  expect(countsSoFar()["parley_messages_sent_total"]).toBe(4);
  await addCounts(env.DB, milliseconds(0));
  expect((await storedReports(env.DB)).counts["parley_messages_sent_total"]).toBe(before + 9);
});
