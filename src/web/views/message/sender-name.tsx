import type { Client } from "../../client/client.ts";
import { soon } from "../../loads.ts";
import type { Message } from "../../model/messages/message.ts";
import { userById } from "../../model/people/users.ts";
import { Emoji } from "../../parts/emoji/emoji.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { messageWords } from "../../words/feed.ts";

interface SenderNameProps {
  readonly client: Client;
  readonly message: Message;
}

/** The name of a message's sender, with status and role; a press opens the card. */
export function SenderName({ client, message }: SenderNameProps) {
  const state = client.watch("users", "realm");
  const user = userById(state, message.sender_id);
  const status = client.watch("presence").user_status[message.sender_id];
  return (
    <>
      <button
        type="button"
        class="message-sender"
        tabIndex={-1}
        onClick={async ({ currentTarget }) => (await soon()).showPersonCard(client, message.sender_id, currentTarget)}
      >
        {user?.full_name ?? message.sender_full_name}
      </button>
      {status?.emoji_name !== undefined && status.emoji_code !== undefined && (
        <span class="message-status" {...tip(status.status_text ?? "")}>
          <Emoji
            emoji={{
              type: status.reaction_type === "realm_emoji" ? "realm_emoji" : "unicode_emoji",
              name: status.emoji_name,
              code: status.emoji_code,
              src: state.realm_emoji[status.emoji_code]?.source_url,
            }}
          />
        </span>
      )}
      {user?.is_bot === true && <span class="message-role">{messageWords().bot}</span>}
      {user?.is_guest === true && state.realm_enable_guest_user_indicator && (
        <span class="message-role">{messageWords().guest}</span>
      )}
    </>
  );
}
