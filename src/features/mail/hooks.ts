import { hook } from "../../realm/realm.ts";
import type { Seconds } from "../../util/time.ts";

/** A time in which no letter could be sent, and the reason. */
export interface MailOutage {
  readonly began_at: Seconds;
  /** The number of attempts that have failed since. */
  readonly failures: number;
  /** The last words of the service for mail, or the way in which it failed. */
  readonly reason: string;
  /** Whether administrators were told. */
  readonly is_told: 0 | 1;
}

/** No letter could be sent for so long that administrators are to know. */
export const mailFailingHook = hook<[outage: MailOutage]>("mail failing");

/** A letter was sent after an outage that administrators were told of. */
export const mailWorksAgainHook = hook<[outage: MailOutage]>("mail works again");
