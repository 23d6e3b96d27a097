import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/**
 * Runs before a user's additions to widgets are deleted from messages that stay. Features that must keep the additions
 * can save them here.
 */
export const submessagesLeavingHook = hook<[by: UserId, messages: readonly MessageId[]]>("submessages leaving");
