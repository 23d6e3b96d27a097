import { hook } from "../../realm/realm.ts";
import type { Seconds } from "../../util/time.ts";

/** How long no letter could be sent, and why. */
export interface MailOutage {
  readonly began_at: Seconds;
  /** How many attempts have failed since. */
  readonly failures: number;
  /** What the service for mail has said last, or how it failed. */
  readonly reason: string;
  /** Whether administrators were told. */
  readonly is_told: 0 | 1;
}

/** No letter could be sent for so long that administrators are to know. */
export const mailFailingHook = hook<[outage: MailOutage]>("mail failing");

/** A letter was sent after an outage that administrators were told of. */
export const mailWorksAgainHook = hook<[outage: MailOutage]>("mail works again");
