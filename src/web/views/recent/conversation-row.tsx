import "./recent.css";
import type { ComponentChildren } from "preact";
import { type Client, useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { isHidden, isResolved, topicName, unresolved } from "../../model/channels/topics.ts";
import type { Message } from "../../model/message.ts";
import { isMutedUser } from "../../model/people/users.ts";
import { type Conversation, conversationKey, placeOfConversation } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { Count } from "../../parts/indicators/count.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { navWords } from "../../words/nav.ts";
import { TopicLabel, VisibilityMark } from "../channels/conversation-marks.tsx";
import { ConversationPeek } from "../inbox/conversation-peek.tsx";
import { nameOfDirect } from "../people/names.ts";
import { PresenceWord } from "../people/user-face.tsx";

interface ConversationRowProps {
  readonly conversation: Conversation;
  /** The newest message, if loaded. */
  readonly newest: Message | undefined;
  /** Shown before the name, such as an avatar or a channel's icon. */
  readonly mark?: ComponentChildren;
  /** Shown next to the name, such as a topic's channel. */
  readonly where?: ComponentChildren;
  /** Shown before the time, such as the senders' avatars. */
  readonly people?: ComponentChildren;
  /** Buttons at the end. */
  readonly tools?: ComponentChildren;
}

export function ConversationRow({ conversation, newest, mark, where, people, tools }: ConversationRowProps) {
  const client = useClient();
  const state = client.watch("unread", "topics", "channels", "users", "groups");
  const unread = unreadOf(state).conversations.get(conversationKey(conversation));
  const count = unread?.count ?? 0;
  const isQuiet = isHiddenConversation(state, conversation);
  const isMine = conversation.kind === "direct";
  const isCalled = (unread?.mentions ?? 0) > 0;
  const kind = isCalled ? "called" : isMine ? "loud" : "quiet";
  return (
    <div
      class={`conversation-row${count > 0 && !isQuiet ? " is-unread" : ""}${isMine || isCalled ? " is-mine" : ""}${isQuiet ? " is-hidden" : ""}`}
    >
      {mark !== undefined && <span class="conversation-sign">{mark}</span>}
      <div class="conversation-name">
        <a
          class="conversation-link one-line"
          href={hashForRoute(placeOfConversation(conversation), state)}
          aria-label={
            count === 0 ? undefined : inboxWords().unreadIn(conversationLabel(state, conversation), count, isCalled)
          }
          {...prefetchSoon(client, placeOfConversation(conversation))}
        >
          {conversation.kind === "topic" ? (
            <TopicLabel state={state} topic={conversation.topic} />
          ) : (
            nameOfDirect(state, conversation.users)
          )}
        </a>
        {conversation.kind === "direct" && <PresenceWord users={conversation.users} />}
        {where}
        {conversation.kind === "topic" && <VisibilityMark {...conversation} />}
      </div>
      <ConversationPeek conversation={conversation} newest={newest} />
      <div class="conversation-meta">
        <span class="conversation-tools">{tools}</span>
        {people}
        {newest && <Time at={newest.timestamp} as="age" />}
        <span class="conversation-count">
          <Count value={count} kind={kind} silent />
        </span>
      </div>
    </div>
  );
}

/** Returns a conversation's name for screen readers, with the "resolved" mark as a word. */
function conversationLabel(state: State, conversation: Conversation): string {
  if (conversation.kind === "direct") return nameOfDirect(state, conversation.users);
  const { topic } = conversation;
  return isResolved(topic) ? `${navWords().resolved} ${unresolved(topic)}` : topicName(state, topic);
}

export function isHiddenConversation(state: State, conversation: Conversation): boolean {
  if (conversation.kind === "topic") return isHidden(state, conversation.channel, conversation.topic);
  const [first] = conversation.users;
  return conversation.users.length === 1 && first !== undefined && isMutedUser(state, first);
}

/** Minimum time that the pointer must rest on a link. A pointer that only passes over the link shows no interest. */
const DWELL_MS = 80;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Attributes of a link that prefetches its place's messages while the pointer rests on it. */
const prefetchSoon = (client: Client, place: FeedRoute) => ({
  onPointerEnter: () => {
    clearTimeout(timer);
    timer = setTimeout(() => client.prefetch(place), DWELL_MS);
  },
  onPointerLeave: () => clearTimeout(timer),
});
