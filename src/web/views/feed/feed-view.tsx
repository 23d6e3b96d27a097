import "./feed.css";
import { untracked, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { Anchor } from "../../client/feed.ts";
import { firstUnread } from "../../client/feeds/first-unread.ts";
import type { Pending } from "../../client/sending/outbox.ts";
import { loadDeferred } from "../../loads.ts";
import { hasOneConversation } from "../../model/channels/channel-rules.ts";
import { channelById } from "../../model/channels/channels.ts";
import { notificationBot } from "../../model/people/users.ts";
import { isShownIn, targetOfConversation } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { onServer } from "../../model/server-time.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { now } from "../../parts/indicators/time.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { Empty, Skeleton, Spinner } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { feedWords, messageWords } from "../../words/feed.ts";
import { clockTime, dayAndTimeWithin, dayNumber } from "../../words/time.ts";
import { nameOfUser } from "../people/names.ts";
import { FeedRow, RecipientOnTop } from "./feed-row.tsx";
import { MessageWindow } from "./message-window.tsx";
import { feedRows, type Row } from "./rows.ts";
import { keyOfPlace, type Position, placeMemory, type ScrollTarget, type VisibleRows } from "./scroll-target.ts";
import { isAttended, useArrivals } from "./use-arrivals.ts";

const JumpUp = lazyView(async () => (await loadDeferred()).JumpUp);
const JumpDown = lazyView(async () => (await loadDeferred()).JumpDown);
const FeedInput = lazyView(async () => (await loadDeferred()).FeedInput);
const Reading = lazyView(async () => (await loadDeferred()).Reading);

interface FeedViewProps {
  readonly place: FeedRoute;
  /** Replaces the usual text for a feed without messages. */
  readonly whenEmpty?: ComponentChildren;
}

/** A place's messages. The key creates a new component for each feed. */
export const FeedView = (props: FeedViewProps) => <PlaceFeed key={keyOfPlace(props.place)} {...props} />;

/** Space in pixels above the first unread message when a feed opens at it, so that some read messages stay visible. */
const LINE_FROM_TOP = 96;

function PlaceFeed({ place, whenEmpty }: FeedViewProps) {
  const client = useClient();
  const feed = client.feed(place);
  const shown = useRef<MessageWindow>(null);
  const visibleRows = useSignal<VisibleRows | undefined>(undefined);
  const sinceAway = useArrivals(feed);
  const { target, goTo } = useTarget(place);
  const isMixed = place.view !== "topic" && place.view !== "direct";
  const rows = useComputed(() =>
    feedRows({
      messages: feed.messages.value,
      // Unsent messages are at the end of the feed, or below the known messages if loading failed.
      pending:
        feed.ends.value.newest || feed.failure.value !== undefined
          ? pendingAt(client, place, client.outbox.pending.value)
          : [],
      firstNew: sinceAway.value ?? feed.firstUnread.value,
      me: client.watch().user_id,
      notifier: notificationBot(client.watch()),
      isMixed,
      serverTime: onServer,
    }),
  );
  const look = useCallback(
    (now: VisibleRows) => {
      visibleRows.value = now;
      feed.top = placeMemory.note(place, now);
    },
    [place, feed, visibleRows],
  );
  useSignalEffect(() => {
    if (client.connection.value.kind === "live") void feed.retry();
  });

  const loading = feed.loading.value;
  const failure = feed.failure.value;
  const isPartial = feed.isPartial.value;
  const ends = feed.ends.value;
  if (rows.value.length === 0) {
    return (
      <div class="feed">
        <EmptyFeed
          place={place}
          status={failure !== undefined ? "failed" : loading !== undefined || !ends.newest ? "loading" : "empty"}
          failure={failure}
          whenEmpty={whenEmpty}
          onRetry={() => void goTo(place.near ?? "first-unread")}
        />
      </div>
    );
  }
  const near = place.near;
  const isKnown = feed.messages.value.length > 0;
  const again = (side: "older" | "newer") => () => void (isKnown ? feed.load(side) : goTo(near ?? "first-unread"));
  const more = (side: "older" | "newer") => {
    if (feed.failure.peek() === undefined) void feed.load(side);
  };
  const nameOf = ({ message, pending }: Row) =>
    message === undefined
      ? messageWords().name(messageWords().you, messageWords().status[pending.status])
      : messageWords().name(nameOfUser(client.watch("users"), message.sender_id), messageTime(message.timestamp));
  return (
    <div class="feed">
      {isMixed && <RecipientOnTop rows={rows} visibleRows={visibleRows} />}
      <JumpUp place={place} visibleRows={visibleRows} goTo={goTo} />
      <FeedInput place={place} shown={shown} rows={rows} visibleRows={visibleRows} goTo={goTo} />
      <Reading place={place} visibleRows={visibleRows} />
      <MessageWindow
        handle={shown}
        rows={rows.value}
        ends={ends}
        target={target}
        holdAt={sinceAway.value}
        label={feedWords().name}
        isBusy={loading !== undefined}
        before={
          ends.oldest ? (
            <Beginning place={place} />
          ) : (
            <Edge
              isLoading={loading === "older"}
              hasFailed={failure !== undefined}
              isPartial={isPartial}
              onRetry={again("older")}
            />
          )
        }
        after={
          isKnown &&
          !ends.newest && (
            <Edge
              isLoading={loading === "newer"}
              hasFailed={failure !== undefined}
              isPartial={isPartial}
              onRetry={again("newer")}
            />
          )
        }
        nameOf={nameOf}
        drawRow={(row, isHighlighted) => (
          <FeedRow
            client={client}
            place={place}
            row={row}
            isHighlighted={isHighlighted}
            isNear={row.message?.id === near}
            html={row.message && feed.markedHtml(row.message.content)}
            topicHtml={row.message?.type === "stream" ? feed.markedTopic(row.message.subject) : undefined}
          />
        )}
        onEdge={more}
        onVisibleRows={look}
      />
      {isKnown && <JumpDown place={place} rows={rows} ends={feed.ends} visibleRows={visibleRows} goTo={goTo} />}
    </div>
  );
}

/** Formats a message's time for its accessible name, with the day unless it is today. */
function messageTime(at: number): string {
  const today = now.peek();
  return dayNumber(at) === dayNumber(today) ? clockTime(at) : dayAndTimeWithin(at, today);
}

/** Opens the feed at the place's message, and at other messages on request. Returns the position to scroll to. */
function useTarget(place: FeedRoute) {
  const client = useClient();
  const feed = client.feed(place);
  const { near } = place;
  /** The last requested position. Responses to earlier requests are ignored, even if they arrive later. */
  const asked = useRef<Anchor | undefined>(undefined);
  const open = (): Position => {
    const remembered = placeMemory.of(place);
    const hasUnread = typeof firstUnread(client.watch(), place) === "number";
    const from = remembered?.isCarried || (near === undefined && !hasUnread) ? remembered : undefined;
    // A search opens at the newest results.
    const position = from ?? { anchor: near ?? (place.view === "search" ? "newest" : "first-unread") };
    asked.current = position.anchor;
    void feed.open(position.anchor);
    return position;
  };
  // Opened before the first render, so that known messages are rendered and laid out once instead of after an empty
  // feed.
  const [wish, setWish] = useState<Position | undefined>(() => untracked(open));
  const isOpen = useRef(true);
  useLayoutEffect(() => {
    if (!isOpen.current) setWish(open());
    return () => {
      isOpen.current = false;
      feed.close();
    };
    // `place` changes when the same link is opened again, which must scroll again.
  }, [near && place]);
  const goTo = useCallback(
    async (anchor: Anchor) => {
      asked.current = anchor;
      setWish(undefined);
      await feed.open(anchor);
      feed.close();
      if (asked.current === anchor) setWish({ anchor });
    },
    [feed],
  );
  // Messages that the user sends in this window are scrolled into view. Messages that were already refused don't count.
  const written = useRef(
    pendingAt(client, place, client.outbox.pending.peek()).filter(({ status }) => status === "refused").length,
  );
  useSignalEffect(() => {
    const { length } = pendingAt(client, place, client.outbox.pending.value);
    if (length > written.current && isAttended()) void goTo("newest");
    written.current = length;
  });
  const unread = feed.firstUnread.value;
  const isKnown = feed.messages.value.length > 0;
  const granted = useRef<Position | undefined>(undefined);
  const target = useMemo((): ScrollTarget | undefined => {
    if (wish === undefined || !isKnown) return undefined;
    const isLate = granted.current === wish;
    granted.current = wish;
    const { anchor, distance } = wish;
    if (typeof anchor === "number") return { at: anchor, isLate, ...(distance !== undefined && { distance }) };
    if (anchor === "newest" || unread === undefined) return { at: "end", isLate };
    return { at: unread, distance: LINE_FROM_TOP, isLate };
  }, [wish, unread, isKnown]);
  return { target, goTo };
}

function Beginning({ place }: { readonly place: FeedRoute }) {
  const { topic, channel, direct, other } = feedWords().beginning;
  const state = useClient().watch("channels", "realm");
  const found = place.view === "topic" && place.topic === "" ? channelById(state, place.channel) : undefined;
  const isWhole = found !== undefined && hasOneConversation(state, found);
  const text =
    { topic: isWhole ? channel : topic, channel, direct }[place.view as "topic" | "channel" | "direct"] ?? other;
  return <p>{text}</p>;
}

interface EdgeProps {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly isPartial: boolean;
  readonly onRetry: () => void;
}

/** Shown at an end of the loaded messages if the feed continues. */
const Edge = ({ isLoading, hasFailed, isPartial, onRetry }: EdgeProps) => (
  <>
    {isLoading && <Spinner />}
    {!isLoading && (hasFailed || isPartial) && (
      <>
        <span>{isPartial ? feedWords().fromDevice : feedWords().failed}</span>
        <Button kind="quiet" onClick={onRetry}>
          {appWords().retry}
        </Button>
      </>
    )}
  </>
);

/** Returns the unsent messages that a place shows at its end. */
function pendingAt(client: Client, place: FeedRoute, pending: readonly Pending[]): readonly Pending[] {
  const { user_id: me } = client.watch();
  return pending.filter(({ to }) => isShownIn(place, targetOfConversation(to, me), me));
}

const NothingHere = lazyView(async () => (await loadDeferred()).NothingHere);

interface EmptyFeedProps {
  readonly place: FeedRoute;
  readonly status: "loading" | "failed" | "empty";
  /** The error that prevented loading the messages. */
  readonly failure: Error | undefined;
  /** Replaces the usual text for a feed without messages. */
  readonly whenEmpty?: ComponentChildren;
  readonly onRetry: () => void;
}

/** Shown instead of messages while loading, after a failure, or if there are none. */
function EmptyFeed({ place, status, failure, whenEmpty, onRetry }: EmptyFeedProps) {
  if (status === "loading") return <Skeleton of="messages" label={feedWords().loading} />;
  if (status === "failed") {
    return (
      <Empty
        icon={navigator.onLine ? "triangle-alert" : "wifi-off"}
        title={feedWords().failed}
        text={errorText(failure)}
      >
        <Button onClick={onRetry}>{appWords().retry}</Button>
      </Empty>
    );
  }
  if (whenEmpty !== undefined) return <>{whenEmpty}</>;
  return <NothingHere place={place} />;
}
