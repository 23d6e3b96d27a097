import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/**
 * Runs before a user's additions to widgets are deleted while the messages stay, so that features that must keep them
 * can.
 */
export const submessagesLeavingHook = hook<[by: UserId, messages: readonly MessageId[]]>("submessages leaving");
