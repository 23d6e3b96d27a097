import { type ReadonlySignal, useComputed } from "@preact/signals";
import { type Client, useClient } from "../../client/client.ts";
import { loadDeferred } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import { type Conversation, conversationOf } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { now, Time } from "../../parts/indicators/time.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { serverHtml } from "../../parts/server-html.ts";
import { feedWords, messageWords } from "../../words/feed.ts";
import { navWords } from "../../words/nav.ts";
import { dayName, fullTime } from "../../words/time.ts";
import { ChannelMark, DirectMark, TopicLabel } from "../channels/conversation-marks.tsx";
import { MessageView, PendingView } from "../message/message-view.tsx";
import { nameOfDirect } from "../people/names.ts";
import type { Row } from "./rows.ts";
import type { VisibleRows } from "./scroll-target.ts";

interface FeedRowProps {
  readonly client: Client;
  readonly place: FeedRoute;
  readonly row: Row;
  readonly isHighlighted: boolean;
  readonly isNear: boolean;
  /** The message's content with search matches highlighted. */
  readonly html: string | undefined;
  /** The topic's name with search matches highlighted. */
  readonly topicHtml: string | undefined;
}

/**
 * A row of a feed: a message, possibly preceded by the day, a notice of a move, the "New messages" line, and a bar with
 * the conversation.
 */
export const FeedRow = ({ client, place, row, isHighlighted, isNear, html, topicHtml }: FeedRowProps) => (
  <>
    {row.day !== undefined && <Day at={row.day / 1000} />}
    {row.movedAt !== undefined && <p class="feed-line">{messageWords().moved(fullTime(row.movedAt))}</p>}
    {row.isFirstNew && (
      // biome-ignore lint/a11y/useSemanticElements: the line has visible text
      <div class="feed-line feed-line-new" role="separator" aria-label={feedWords().newMessages}>
        {feedWords().newMessages}
      </div>
    )}
    {row.isOther && <RecipientBar row={row} topicHtml={topicHtml} isDated={place.view === "search"} />}
    {row.message === undefined ? (
      <PendingView client={client} pending={row.pending} hasHeader={row.hasHeader} />
    ) : (
      <MessageView
        client={client}
        message={row.message}
        place={place}
        hasHeader={row.hasHeader}
        isHighlighted={isHighlighted}
        isNear={isNear}
        html={html ?? row.message.content}
      />
    )}
  </>
);

/** A heading, so that screen readers can jump between days. */
const Day = ({ at }: { readonly at: number }) => <h2 class="feed-line feed-day">{dayName(at, now.value)}</h2>;

/** Shows the conversation of the messages below, in a feed with several conversations. */
function RecipientBar({ row, isDated, ...rest }: Pick<RecipientProps, "topicHtml"> & RecipientBarProps) {
  const me = useClient().watch("account").user_id;
  return <Recipient to={conversationOfRow(row, me)} at={isDated ? row.message?.timestamp : undefined} {...rest} />;
}

interface RecipientBarProps {
  readonly row: Row;
  /** True if the bar shows the message's date. Needed in search results, because each can be from a different day. */
  readonly isDated: boolean;
}

const conversationOfRow = ({ message, pending }: Row, me: number): Conversation =>
  message === undefined ? pending.to : conversationOf(message, me);

interface RecipientProps {
  readonly to: Conversation;
  /** The topic's name with search matches highlighted. */
  readonly topicHtml?: string | undefined;
  /** The time of the message below. */
  readonly at?: number | undefined;
  /** True if this bar repeats one further up. It is then hidden from screen readers, and Tab skips it. */
  readonly isCopy?: boolean;
}

function Recipient({ to, topicHtml, at, isCopy = false }: RecipientProps) {
  const client = useClient();
  const state = client.watch("channels", "users", "realm");
  const tabIndex = isCopy ? -1 : undefined;
  const date = at !== undefined && <Time at={at} as="short" class="feed-recipient-time" />;
  if (to.kind === "direct") {
    const address = hashForRoute({ view: "direct", users: to.users }, state);
    return (
      <div class="feed-recipient">
        <DirectMark users={to.users} />
        <a href={address} tabIndex={tabIndex}>
          {nameOfDirect(state, to.users)}
        </a>
        {date}
      </div>
    );
  }
  const channel = channelById(state, to.channel);
  return (
    <div class="feed-recipient">
      {channel !== undefined && <ChannelMark channel={channel} />}
      <a href={hashForRoute({ view: "topics", channel: to.channel }, state)} tabIndex={tabIndex}>
        {channel?.name ?? ""}
      </a>
      <span aria-hidden="true">›</span>
      <a
        class="feed-recipient-topic"
        href={hashForRoute({ view: "topic", channel: to.channel, topic: to.topic }, state)}
        tabIndex={tabIndex}
      >
        {topicHtml === undefined ? (
          <TopicLabel state={state} topic={to.topic} />
        ) : (
          <span dangerouslySetInnerHTML={serverHtml(topicHtml)} />
        )}
      </a>
      {date}
      {!isCopy && (
        <MenuButton
          icon="ellipsis"
          size="s"
          label={navWords().topicMenu(topicName(state, to.topic))}
          entries={async () => (await loadDeferred()).topicMenu(client, to)}
        />
      )}
    </div>
  );
}

interface OnTopProps {
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly visibleRows: ReadonlySignal<VisibleRows | undefined>;
}

/**
 * Shows the conversation of the topmost visible message at the top, unless the bar of the message's own row is visible.
 */
export function RecipientOnTop({ rows, visibleRows }: OnTopProps) {
  const me = useClient().watch("account").user_id;
  const row = useComputed(() => {
    const top = visibleRows.value;
    const key = top?.elements[0]?.dataset["row"];
    const found = rows.value.find((one) => one.key === key);
    if (found === undefined || top === undefined || !found.isOther) return found;
    // A row's own bar is below the day, and counts as visible only while the whole bar is in the viewport.
    const own = top.elements[0]?.querySelector<HTMLElement>(".feed-recipient")?.offsetTop ?? 0;
    return top.distance + own >= 0 ? undefined : found;
  }).value;
  if (row === undefined) return null;
  return (
    <div class="feed-on-top" aria-hidden="true">
      <Recipient to={conversationOfRow(row, me)} isCopy />
    </div>
  );
}
