import type { Client } from "../../client/client.ts";
import type { Message } from "../../model/messages/message.ts";
import { pickEmoji } from "../../parts/emoji/pick-emoji.ts";
import { toggleReaction } from "./reactions.tsx";

/** Opens the emoji picker to react to a message. */
export async function chooseReaction(client: Client, message: Message, anchor: Element): Promise<void> {
  const { server_emoji_data_url: url, realm_emoji } = client.watch();
  const custom = Object.values(realm_emoji).flatMap(({ id, name, source_url: src, deactivated }) =>
    deactivated ? [] : { id, name, src },
  );
  const emoji = await pickEmoji(anchor, { url, custom });
  if (emoji === undefined) return;
  const { type, name: emoji_name, code: emoji_code } = emoji;
  const reaction_type = type === "zulip_extra_emoji" ? "svc_extra_emoji" : type;
  await toggleReaction(client, message, { emoji_name, emoji_code, reaction_type });
}
