import { recentWords } from "../../words/nav.ts";
import "./inbox.css";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { capsOf, keyHint } from "../../keys.ts";
import { loadDeferred } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { channelById } from "../../model/channels/channels.ts";
import { inboxOf } from "../../model/unread/sidebar.ts";
import { type UnreadConversation, unreadOf } from "../../model/unread/unread-counts.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { VirtualBlock, VirtualRows } from "../../parts/lists/virtual-rows.tsx";
import { useFocusKept } from "../../parts/overlays/keep-focus.ts";
import { Empty } from "../../parts/progress.tsx";
import { inboxWords } from "../../words/screens.ts";
import { ChannelMark } from "../channels/conversation-marks.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { InboxRow } from "./inbox-row.tsx";

const FirstSteps = lazyView(async () => (await loadDeferred()).FirstSteps);
const InboxKeys = lazyView(async () => (await loadDeferred()).InboxKeys);

/** In pixels. */
const HEAD_HEIGHT = 42;
const ROW_HEIGHT = 62;
/** Groups rendered immediately, because they are visible when the inbox opens. */
const FIRST_GROUPS = 10;

/** All conversations with unread messages: direct messages and mentions first, then by channel. */
export function Inbox() {
  const client = useClient();
  const state = client.watch("unread", "channels", "topics", "users", "account");
  const { mine, channels } = inboxOf(state);
  const unread = unreadOf(state);
  const items = [...mine, ...channels.flatMap((group) => group.topics)];
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
          disabled={unread.total === 0}
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
            <h2 class="inbox-summary">{w.summary(unread.total, unread.directs + unread.mentions)}</h2>
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
                          label={`${w.markRead}: ${channel.name}`}
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
