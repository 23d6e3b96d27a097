import { useEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { loadDeferred } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import { placeOfConversation } from "../../model/routes/conversation.ts";
import type { State } from "../../model/state.ts";
import type { UnreadConversation } from "../../model/unread/unread-counts.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { inboxWords } from "../../words/screens.ts";
import { nameOfDirect } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { ConversationPeek } from "./conversation-peek.tsx";

export function InboxRow({ item, withChannel }: { readonly item: UnreadConversation; readonly withChannel: boolean }) {
  const client = useClient();
  const state = client.watch("users", "channels", "groups");
  const newest = client.message(item.last);
  useEffect(() => {
    loadDeferred().then(
      ({ wantNewest }) => wantNewest(client, item.last),
      () => {},
    );
  }, [item.last]);
  const { conversation, count } = item;
  const place = placeOfConversation(conversation);
  const name = conversationName(state, item);
  const where =
    withChannel && conversation.kind === "topic" ? channelById(state, conversation.channel)?.name : undefined;
  const [other, another] = conversation.kind === "direct" ? conversation.users : [];
  const face = another === undefined && other !== undefined ? other : newest?.sender_id;
  const isMine = conversation.kind === "direct" || item.mentions > 0;
  return (
    <li class={isMine ? "inbox-item is-mine" : "inbox-item"} data-key={item.key}>
      <span class="inbox-face" aria-hidden="true">
        {face !== undefined && <UserFace user={face} plain />}
      </span>
      <a
        class="inbox-link"
        href={hashForRoute(place, state)}
        aria-label={inboxWords().unreadIn(where ? `${where} › ${name}` : name, count, false)}
      >
        {where && (
          <>
            <span class="inbox-where one-line">{where}</span>
            <span class="inbox-where">›</span>
          </>
        )}
        <bdi class="one-line">{name}</bdi>
      </a>
      <span class="inbox-meta">
        <span class="inbox-read">
          <ToolButton
            icon="check"
            label={`${inboxWords().markRead}: ${name}`}
            onClick={async () => (await loadDeferred()).markRead(client, [conversation])}
          />
        </span>
        {newest && <Time at={newest.timestamp} as="age" />}
        <Count value={count} kind={isMine ? "loud" : "quiet"} silent />
      </span>
      <ConversationPeek conversation={conversation} newest={newest} />
    </li>
  );
}

const conversationName = (state: State, { conversation }: UnreadConversation): string =>
  conversation.kind === "topic" ? topicName(state, conversation.topic) : nameOfDirect(state, conversation.users);
