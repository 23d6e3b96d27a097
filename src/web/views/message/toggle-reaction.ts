import type { Client } from "../../client/client.ts";
import { reactionAct } from "../../client/sending/optimistic-events.ts";
import { isPermitted, runAction } from "../../keyboard.ts";
import type { UserId } from "../../model/ids.ts";
import type { Message, Reaction } from "../../model/message.ts";
import { keyOfReaction } from "./reactions.tsx";

/** Returns true for visitors without an account, and shows them that they have to log in first. */
export const isRefused = (): boolean => !isPermitted("react") && runAction("react");

/** Adds or removes one of the user's reactions. The page shows it immediately. */
export async function toggleReaction(
  client: Client,
  message: Message,
  emoji: Pick<Reaction, "emoji_name" | "emoji_code" | "reaction_type">,
): Promise<void> {
  if (isRefused()) return;
  const me = client.watch().user_id;
  const gives = !hasReacted(client.messages.get(message.id) ?? message, emoji, me);
  await client.acts.act(reactionAct(message.id, emoji, { user_id: me, gives }));
}

const hasReacted = (message: Message, reaction: Omit<Reaction, "user_id">, user: UserId): boolean =>
  message.reactions.some((one) => one.user_id === user && keyOfReaction(one) === keyOfReaction(reaction));
