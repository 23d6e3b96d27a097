import * as v from "valibot";
import { databaseOf } from "../../../database/databases.ts";
import { storeFacts } from "../../../database/push-organizations.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, inMilliseconds, MINUTE } from "../../../util/time.ts";
import { factsOf, registrationOf, setUnknownAt, TOLD_SETTINGS } from "./facts.ts";
import { isRegistered, reportOrganizations } from "./report-organizations.ts";

export const REPORT_JOB = "push-report";

/**
 * Schedules a report of the organization to the push service. If one is scheduled already, it will include this change,
 * too. Call it within a change.
 */
const addReport = (realm: Realm, dueAt = realm.seconds()): boolean =>
  realm.config.pushService !== null && realm.outbox.addUnlessWaiting(REPORT_JOB, null, inMilliseconds(dueAt));

/** Schedules a report if the stored setting is one of those reported. */
export function reportChange(realm: Realm, setting: string): void {
  if (TOLD_SETTINGS.has(setting)) addReport(realm);
}

/** Schedules a report because the push service doesn't know the organization, at most once a minute. */
export function reportUnknown(realm: Realm): void {
  const { unknown_at } = registrationOf(realm);
  const now = realm.seconds();
  const at = unknown_at === null || after(unknown_at, MINUTE) <= now ? now : after(unknown_at, MINUTE);
  if (addReport(realm, at)) setUnknownAt.run(realm.sql, { at });
}

/** Job: stores the organization's facts where reports find them, and sends a report. */
export const reportJob = job(v.null(), async ({ realm, env, log }) => {
  const { config } = realm;
  if (!isRegistered({ config, env })) return;
  const facts = () => realm.change(() => factsOf(realm));
  for (let told = facts(), isTold = false; !isTold; ) {
    await storeFacts(databaseOf(env), told);
    const { kind } = await reportOrganizations({ config, env, log }, realm);
    if (kind === "unreachable") throw new Error("the push service does not answer a report of the organizations");
    // Changes during this job didn't schedule another report, so it checks for them.
    const now = facts();
    isTold = JSON.stringify(now) === JSON.stringify(told);
    told = now;
  }
});
