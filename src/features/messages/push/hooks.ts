import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";

/** A call that rings. */
export interface Ringing {
  readonly call_id: string;
  readonly by: UserId;
  readonly video: boolean;
  readonly expires_at: Seconds;
}

/** The call that rings at somebody by a message: their browsers are told of it instead of the message. */
export const ringingHook = hook<[message: MessageId, user: UserId], Ringing | undefined>("ringing");

/**
 * Runs when the push service has said that it does not know the organization: what tells the service of the server's
 * organizations does so again, and the request is repeated a little later.
 */
export const unknownToServiceHook = hook<[]>("unknown to the push service");
