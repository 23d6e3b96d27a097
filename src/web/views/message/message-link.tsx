import type { Client } from "../../client/client.ts";
import type { Message } from "../../model/messages/message.ts";
import { addressOf } from "../../model/places/address.ts";
import { Time } from "../../parts/signs/time.tsx";
import { placeOfMessage } from "./place-of-message.ts";

interface MessageLinkProps {
  readonly client: Client;
  readonly message: Message;
  readonly class?: string;
}

/** The time of a message, as a link to the message in its conversation. */
export function MessageLink({ client, message, class: name = "message-time" }: MessageLinkProps) {
  const state = client.watch("channels", "users");
  return (
    <a class={name} href={addressOf(placeOfMessage(message, state.user_id), state)} tabIndex={-1}>
      <Time at={message.timestamp} />
    </a>
  );
}
