import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/** Runs before what a user has added to widgets of messages is deleted, while the messages stay: for whoever has to keep it. */
export const submessagesLeavingHook = hook<[by: UserId, messages: readonly MessageId[]]>("submessages leaving");
