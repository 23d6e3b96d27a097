import { labelled } from "../../words/app.ts";
import { recentWords } from "../../words/nav.ts";
import "./inbox.css";
import { useEffect, useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { capsOf, keyHint } from "../../keys.ts";
import { loadDeferred } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import { placeOfConversation } from "../../model/routes/conversation.ts";
import type { State } from "../../model/state.ts";
import { inboxOf } from "../../model/unread/sidebar.ts";
import { type UnreadConversation, unreadOf } from "../../model/unread/unread-counts.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { VirtualBlock, VirtualRows } from "../../parts/lists/virtual-rows.tsx";
import { useFocusKept } from "../../parts/overlays/keep-focus.ts";
import { Empty } from "../../parts/progress.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { ChannelMark } from "../channels/conversation-marks.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { nameOfDirect } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { ConversationPeek } from "./conversation-peek.tsx";

function InboxRow({ item, withChannel }: { readonly item: UnreadConversation; readonly withChannel: boolean }) {
  const client = useClient();
  const state = client.watch("users", "channels", "groups");
  const newest = client.message(item.last);
  // Runs again when the state was replaced after missed events, because then messages were dropped.
  useEffect(() => {
    loadDeferred().then(
      ({ wantNewest }) => wantNewest(client, item.last),
      () => {},
    );
  }, [item.last, state]);
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
            label={labelled(inboxWords().markRead, name)}
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

const FirstSteps = lazyView(async () => (await loadDeferred()).FirstSteps);
const InboxKeys = lazyView(async () => (await loadDeferred()).InboxKeys);

/** Heights in pixels. */
const HEAD_HEIGHT = 42;
const ROW_HEIGHT = 62;
/** Groups rendered immediately, because they are visible when the inbox opens. */
const FIRST_GROUPS = 10;

/** All conversations with unread messages: direct messages and mentions first, then by channel. */
export function Inbox() {
  const client = useClient();
  const state = client.watch("unread", "channels", "topics", "users", "account");
  const { mine, channels } = inboxOf(state);
  const items = [...mine, ...channels.flatMap((group) => group.topics)];
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const list = useRef<HTMLDivElement>(null);
  useFocusKept(list);
  const w = inboxWords();
  const row = (item: UnreadConversation, withChannel: boolean) => (
    <InboxRow key={item.key} item={item} withChannel={withChannel} />
  );
  return (
    <>
      <ScreenHeader title={w.title}>
        <ToolButton
          icon="check-check"
          label={w.markAll}
          disabled={items.length === 0}
          onClick={async () => (await loadDeferred()).markAllRead(client)}
        />
      </ScreenHeader>
      <div class="inbox">
        {state.is_owner && <FirstSteps />}
        {items.length === 0 ? (
          <Empty icon="inbox" title={w.allRead} text={w.allReadText}>
            <a class="button" href="#recent">
              {recentWords().title}
            </a>
            <a class="button" href="#channels/all">
              {w.browse}
            </a>
          </Empty>
        ) : (
          <div class="inbox-page" ref={list}>
            <InboxKeys list={list} items={items} />
            <h2 class="inbox-summary">{w.summary(count, unreadOf(state).mine)}</h2>
            <p class="inbox-sub">{w.conversations(items.length)}</p>
            {mine.length > 0 && (
              <section class="inbox-group" aria-label={w.forYou}>
                <header class="inbox-head">
                  <Icon name="at-sign" />
                  <h3 class="one-line">{w.forYou}</h3>
                </header>
                <VirtualRows items={mine} height={ROW_HEIGHT} row={(item) => row(item, true)} />
              </section>
            )}
            {channels.map((group, at) => {
              const channel = channelById(state, group.channel);
              if (channel === undefined) return null;
              const keys = group.topics.map((item) => item.conversation);
              return (
                <VirtualBlock
                  as="section"
                  key={group.channel}
                  class="inbox-group"
                  label={channel.name}
                  height={HEAD_HEIGHT + keys.length * ROW_HEIGHT}
                  isFirst={at < FIRST_GROUPS}
                >
                  {() => (
                    <>
                      <header class="inbox-head">
                        <ChannelMark channel={channel} />
                        <h3 class="one-line">
                          <a
                            class="inbox-channel"
                            href={hashForRoute({ view: "topics", channel: group.channel }, state)}
                          >
                            {channel.name}
                          </a>
                        </h3>
                        <ToolButton
                          icon="check"
                          label={labelled(w.markRead, channel.name)}
                          onClick={async () => (await loadDeferred()).markRead(client, keys)}
                        />
                      </header>
                      <VirtualRows items={group.topics} height={ROW_HEIGHT} row={(item) => row(item, false)} />
                    </>
                  )}
                </VirtualBlock>
              );
            })}
            {state.unread_msgs.old_unreads_missing && <p class="inbox-older">{w.older}</p>}
            <p class="inbox-keys" aria-hidden="true">
              <span>
                <kbd>{capsOf("Enter")}</kbd>
                {w.open}
              </span>
              <span>
                <kbd>{keyHint("nextUnread")}</kbd>
                {w.nextUnread}
              </span>
              <span>
                <kbd>{keyHint("markItemRead")}</kbd>
                {w.markRead}
              </span>
            </p>
          </div>
        )}
      </div>
    </>
  );
}
