import "./inbox.css";
import { type Client, useClient } from "../../client/client.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import type { Message } from "../../model/messages/message.ts";
import { userById } from "../../model/people/users.ts";
import type { Conversation } from "../../model/places/conversation.ts";
import { isNamedFor, shortName } from "../people/names.ts";

interface ConversationPeekProps {
  readonly conversation: Conversation;
  /** The newest message, if it is loaded. */
  readonly newest: Message | undefined;
}

/** The beginning of a conversation's newest message, in a list of conversations. */
export function ConversationPeek({ conversation, newest }: ConversationPeekProps) {
  const state = useClient().watch("users", "channels", "groups");
  return (
    <p class="conversation-peek one-line">
      {newest && (
        <>
          {!isNamedFor(conversation, newest) && (
            <b>
              {shortName(userById(state, newest.sender_id) ?? { full_name: newest.sender_full_name, is_bot: true })}
            </b>
          )}{" "}
          {excerptOf(newest.content, state)}
        </>
      )}
    </p>
  );
}

/** The number of message ids that one request can have. */
const MESSAGES_PER_REQUEST = 200;

/** The ids that were requested, whether the messages came or not. */
const asked = new WeakMap<Client, Set<MessageId>>();

/** Loads messages that are not known yet, such as the newest of each conversation; `channel` narrows the request. */
export async function loadNewest(client: Client, ids: readonly MessageId[], channel?: ChannelId): Promise<void> {
  const before = asked.get(client) ?? new Set();
  asked.set(client, before);
  const wanted = ids
    .filter((id) => client.messages.get(id) === undefined && !before.has(id))
    .slice(0, MESSAGES_PER_REQUEST);
  if (wanted.length === 0) return;
  for (const id of wanted) before.add(id);
  try {
    const { messages } = await client.api.get<{ messages: Message[] }>("/messages", {
      message_ids: wanted,
      // A narrow to the channel also finds messages from before the user joined it.
      ...(channel !== undefined && { narrow: [{ operator: "channel", operand: channel }] }),
      allow_empty_topic_name: true,
      client_gravatar: false,
    });
    client.keep(messages);
  } catch {
    for (const id of wanted) before.delete(id);
    // The lists work without the messages, so the error is not shown.
  }
}

/** The ids that rows want in the same task; they are loaded with one request. */
const wanted = new WeakMap<Client, MessageId[]>();

/** Loads the newest message of a conversation whose row is drawn. */
export function wantNewest(client: Client, id: MessageId): void {
  const ids = wanted.get(client) ?? [];
  wanted.set(client, ids);
  if (ids.push(id) > 1) return;
  queueMicrotask(() => {
    wanted.delete(client);
    void loadNewest(client, ids);
  });
}
