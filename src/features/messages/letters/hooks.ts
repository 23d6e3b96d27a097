import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";

/**
 * The address to which a user replies by mail to a letter about missed messages, the newest of which is given. A handler
 * makes one (`signed` of the feature mail makes tokens for addresses); without it the letter says that nobody reads replies.
 */
export const replyAddressHook = hook<[user: UserId, newest: MessageIndexRow], string | undefined>("reply address");
