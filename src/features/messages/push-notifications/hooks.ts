import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";

export interface Ringing {
  readonly call_id: string;
  readonly by: UserId;
  readonly video: boolean;
  readonly expires_at: Seconds;
}

/**
 * The call that rings for a user because of a message. The user's browsers are notified of the call instead of the
 * message.
 */
export const ringingHook = hook<[message: MessageId, user: UserId], Ringing | undefined>("ringing");

/**
 * Runs when the push service doesn't know the organization. The feature that reports organizations to the service
 * reports them again, and the request is repeated a little later.
 */
export const unknownToServiceHook = hook<[]>("unknown to the push service");
