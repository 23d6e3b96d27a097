import { hook } from "../../realm/realm.ts";
import type { Seconds } from "../../util/time.ts";

/** A period in which no email could be sent, and why. */
export interface MailOutage {
  readonly began_at: Seconds;
  /** Failed attempts since the outage began. */
  readonly failures: number;
  /** Last response of the mail service, or how it failed. */
  readonly reason: string;
  readonly is_told: 0 | 1;
}

/** Runs when emails have failed for so long that administrators should be notified. */
export const mailFailingHook = hook<[outage: MailOutage]>("mail failing");

/** Runs when an email was sent after an outage that administrators were notified of. */
export const mailWorksAgainHook = hook<[outage: MailOutage]>("mail works again");
