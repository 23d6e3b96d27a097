import * as v from "valibot";
import { databaseOf } from "../../../../database/databases.ts";
import { forgetFilling, isFirstToTell } from "../../../../database/storage-warnings.ts";
import { job } from "../../../../realm/job.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../../util/time.ts";
import { canSendMail, sendMail } from "../../../email/email.ts";
import { organizationLanguage } from "../../../organization/organization-settings/realm-settings.ts";
import { type ServerWarning, type WarningWords, warningsIn } from "./warning-words.ts";

const formatTime = (time: Seconds): string => new Date(inMilliseconds(time)).toISOString();

/** Returns the email address for problems, or null to send nothing. */
const operatorAddress = (realm: Realm): string | null => (canSendMail(realm) ? realm.config.operatorEmail : null);

type Write = (words: WarningWords, moment: (time: Seconds) => string) => ServerWarning;

/** Emails the server's operator about a problem, if their email address is configured. */
export function mailOperator(realm: Realm, write: Write): void {
  const to = operatorAddress(realm);
  if (to === null) return;
  const words = warningsIn(organizationLanguage(realm));
  const { subject, fact, cure } = write(words, formatTime);
  sendMail(realm, { to, subject, paragraphs: [fact, cure, words.why(realm.url)] });
}

export const FILLING_JOB = "operator-filling";

/**
 * Emails the server's operator that a database is filling up. Only one organization per database sends the email. If
 * `size` is null, the database has room again, and its next filling is reported.
 */
export function mailOperatorOfFilling(realm: Realm, size: { bytes: number; limit: number } | null): void {
  if (operatorAddress(realm) !== null) realm.outbox.add(FILLING_JOB, { database: realm.shipper.database, size });
}

const fillingSchema = v.object({
  database: v.string(),
  size: v.nullable(v.object({ bytes: v.number(), limit: v.number() })),
});

export const fillingJob = job(fillingSchema, async ({ realm, env }, { database, size }) => {
  if (size === null) return forgetFilling(databaseOf(env), database);
  if (!(await isFirstToTell(databaseOf(env), database, realm.id))) return;
  realm.change(() => mailOperator(realm, ({ filling }) => filling(size.bytes, size.limit)));
});
