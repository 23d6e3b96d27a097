import type { Actor } from "../../../protocol/actor.ts";
import { hook } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import type { Emoji } from "../../organization/emoji/emoji.ts";

/** Runs when somebody has reacted to a message, after the event. */
export const reactionAddedHook = hook<[actor: Actor, place: MessageIndexRow, emoji: Emoji]>("reaction added");
