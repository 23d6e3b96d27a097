import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";

/**
 * Returns the address for replying by email to a notification about missed messages, given the newest of them. A
 * handler creates it (`signed` of the feature mail makes tokens for addresses); without one, the email says that
 * replies aren't read.
 */
export const replyAddressHook = hook<[user: UserId, newest: MessageIndexRow], string | undefined>("reply address");
