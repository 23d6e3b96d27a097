import type { Client } from "../../client/client.ts";
import type { Message, Reaction } from "../../model/messages/message.ts";
import { attempt } from "../attempt.ts";
import { hasReacted } from "./reaction-groups.ts";

/** Adds or removes a reaction of the user; the page shows it at once. */
export async function toggleReaction(
  client: Client,
  message: Message,
  emoji: Pick<Reaction, "emoji_name" | "emoji_code" | "reaction_type">,
): Promise<void> {
  const me = client.watch().user_id;
  const gives = !hasReacted(client.messages.get(message.id) ?? message, emoji, me);
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const fields = { emoji_name, emoji_code, reaction_type };
  const event = (op: "add" | "remove") =>
    ({ type: "reaction", op, message_id: message.id, user_id: me, ...fields }) as const;
  client.assume(event(gives ? "add" : "remove"));
  const path = `/messages/${message.id}/reactions`;
  if (!(await attempt(client, () => client.api[gives ? "post" : "delete"](path, fields))))
    client.assume(event(gives ? "remove" : "add"));
}
