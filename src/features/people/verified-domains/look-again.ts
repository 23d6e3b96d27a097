import * as v from "valibot";
import { words } from "../../../protocol/words/words.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, days, inMilliseconds, timeMarkup } from "../../../util/time.ts";
import { tellOwners } from "../../organization/system-messages/system-messages.ts";
import { hasRecord } from "./ask-dns.ts";
import {
  dnsRecordOf,
  type LoginDomainRow,
  loginDomainById,
  nextToCheck,
  noteRecord,
  setChecked,
} from "./verified-domains.ts";

const domainWords = words("loginDomains", {
  missing:
    "The DNS record that verifies the domain {domain} is missing: {record}. Add it again by {end}. Otherwise the domain will no longer be used for your login service.",
  ended:
    "The domain {domain} is no longer verified, so your login service doesn't use it anymore. You can verify it again in the settings, under Login services.",
});

export const LOOK_AGAIN_TIMER = "login-domains";
export const LOOK_AGAIN_JOB = "login-domains";

/** Delay until the next check if the record is missing or DNS doesn't respond. */
const SOON = days(1);
/** Time that owners have to restore a missing record. */
const RECHECK_GRACE_PERIOD = days(7);

/** Sets the timer to the next check of a verified domain. */
export function lookAgainLater(realm: Realm): void {
  const next = nextToCheck.first(realm.sql, {});
  if (next === undefined) realm.timers.clear(LOOK_AGAIN_TIMER);
  else realm.timers.set(LOOK_AGAIN_TIMER, inMilliseconds(next.recheck_at));
}

/** Runs on the timer: starts the job that checks one domain and sets the timer again. */
export function recheckNext(realm: Realm): void {
  const next = nextToCheck.first(realm.sql, {});
  if (next !== undefined && next.recheck_at <= realm.seconds()) realm.outbox.add(LOOK_AGAIN_JOB, { domain: next.id });
  else lookAgainLater(realm);
}

/** Job: checks whether a verified domain still has its record. */
export const lookAgainAt = job(v.object({ domain: v.number() }), async ({ realm, env }, { domain: id }) => {
  const row = loginDomainById.first(realm.sql, { id });
  const isThere = row && (await hasRecord(dnsRecordOf(row), { env, config: realm.config }).catch(() => undefined));
  realm.change(() => {
    const still = loginDomainById.first(realm.sql, { id });
    if (still !== undefined && still.verified_at !== null) noteLook(realm, still, isThere);
    lookAgainLater(realm);
  });
});

/**
 * Stores the result of a check, which is undefined if DNS didn't respond. A domain whose record is missing stays valid
 * for some days, and owners are notified.
 */
function noteLook(realm: Realm, row: LoginDomainRow, isThere: boolean | undefined): void {
  const { id, domain, missing_since } = row;
  const now = realm.seconds();
  if (isThere === true) {
    noteRecord(realm, row, true);
    return;
  }
  const isMissed = isThere === false && missing_since === null;
  if (isThere === false && missing_since !== null && now >= after(missing_since, RECHECK_GRACE_PERIOD)) {
    noteRecord(realm, row, false);
    tellOwners(realm, (language) => domainWords[language].ended(domain));
    return;
  }
  const since = isMissed ? now : missing_since;
  const { verified_at, checked_at } = row;
  setChecked.run(realm.sql, { id, verified_at, checked_at, missing_since: since, recheck_at: after(now, SOON) });
  if (!isMissed) return;
  const { record_name, record_value } = dnsRecordOf(row);
  const record = `\`${record_name} TXT "${record_value}"\``;
  const end = timeMarkup(after(now, RECHECK_GRACE_PERIOD));
  tellOwners(realm, (language) => domainWords[language].missing(domain, record, end));
}
