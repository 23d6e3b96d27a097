import "./inbox.css";
import { useClient } from "../../client/client.ts";
import type { Message } from "../../model/message.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { userById } from "../../model/people/users.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import { isNamedFor, shortName } from "../people/names.ts";

interface ConversationPeekProps {
  readonly conversation: Conversation;
  /** The newest message, if loaded. */
  readonly newest: Message | undefined;
}

/** The start of a conversation's newest message, in a list of conversations. */
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
