import * as v from "valibot";
import { databaseOf } from "../../../database/databases.ts";
import { storeFacts } from "../../../database/push-organizations.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, inMilliseconds, MINUTE } from "../../../util/time.ts";
import { factsOf, registrationOf, TOLD_SETTINGS } from "./facts.ts";
import { isRegistered, reportOrganizations } from "./report-organizations.ts";
import { setUnknownAt } from "./rows.ts";

export const REPORT_JOB = "push-report";

/** Has the push service told of the organization, once for all changes until then. Needs a change around it. */
function addReport(realm: Realm, dueAt = realm.seconds()): boolean {
  if (realm.config.pushService === null || realm.outbox.waiting(REPORT_JOB) > 0) return false;
  realm.outbox.add(REPORT_JOB, null, inMilliseconds(dueAt));
  return true;
}

/** Has the push service told of a setting that was stored, if it is told that one. */
export function reportChange(realm: Realm, setting: string): void {
  if (TOLD_SETTINGS.has(setting)) addReport(realm);
}

/** Has the push service told of the organization, which it has said not to know: at once, and then at most once a minute. */
export function reportUnknown(realm: Realm): void {
  const { unknown_at } = registrationOf(realm);
  const now = realm.seconds();
  const at = unknown_at === null || after(unknown_at, MINUTE) <= now ? now : after(unknown_at, MINUTE);
  if (addReport(realm, at)) setUnknownAt.run(realm.sql, { at });
}

/** The job that writes the organization's facts to where reports find them, and sends a report. */
export const reportJob = job(v.null(), async ({ realm, env, log }) => {
  const { config } = realm;
  if (!isRegistered({ config, env })) return;
  const facts = () => realm.change(() => factsOf(realm));
  for (let told = facts(), isTold = false; !isTold; ) {
    await storeFacts(databaseOf(env), told);
    const { kind } = await reportOrganizations({ config, env, log }, realm);
    if (kind === "unreachable") throw new Error("the push service does not answer a report of the organizations");
    // A change while this job was there has added no other one.
    const now = facts();
    isTold = JSON.stringify(now) === JSON.stringify(told);
    told = now;
  }
});
