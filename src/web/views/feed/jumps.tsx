import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useClient } from "../../client/client.ts";
import type { Anchor } from "../../client/feed.ts";
import { unreadAt } from "../../client/feeds/first-unread.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { Icon } from "../../parts/icon.tsx";
import { jumpsWords } from "../../words/feed-parts.ts";
import type { Row } from "./rows.ts";
import type { VisibleRows } from "./scroll-target.ts";

type GoTo = (anchor: Anchor) => unknown;

interface JumpDownProps {
  readonly place: FeedRoute;
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly ends: ReadonlySignal<{ readonly newest: boolean }>;
  readonly visibleRows: ReadonlySignal<VisibleRows | undefined>;
  readonly goTo: GoTo;
}

/** A button that jumps to the newest message. It shows how many unread messages are below. */
export function JumpDown({ place, rows, ends, visibleRows, goTo }: JumpDownProps) {
  const state = useClient().watch("unread", "topics", "channels", "users");
  const isAway = useComputed(
    () => visibleRows.value !== undefined && (!visibleRows.value.isAtEnd || !ends.value.newest),
  ).value;
  const last = useComputed(() => Number(visibleRows.value?.elements.at(-1)?.dataset["row"] ?? Number.NaN)).value;
  // For a search, unread messages are only known among the loaded ones.
  const unread =
    unreadAt(state, place) ??
    rows.value.flatMap(({ message }) => (message === undefined || message.flags.includes("read") ? [] : message.id));
  const below = unread.filter((id) => id > last).length;
  if (!isAway) return null;
  return (
    <button type="button" class="feed-jump feed-jump-down" onClick={() => goTo("newest")}>
      <Icon name="arrow-down" />
      <span class="feed-jump-text">{below > 0 ? jumpsWords().newBelow(below) : jumpsWords().latest}</span>
    </button>
  );
}

interface JumpUpProps {
  readonly place: FeedRoute;
  readonly visibleRows: ReadonlySignal<VisibleRows | undefined>;
  readonly goTo: GoTo;
}

/** A button that jumps to the first unread message above. It shows how many unread messages are above. */
export function JumpUp({ place, visibleRows, goTo }: JumpUpProps) {
  const state = useClient().watch("unread", "topics", "channels", "users");
  const ids = unreadAt(state, place) ?? [];
  const top = useComputed(() => Number(visibleRows.value?.elements[0]?.dataset["row"] ?? Number.NaN)).value;
  const above = ids.filter((id) => id < top);
  const [first] = above;
  if (first === undefined) return null;
  return (
    <button type="button" class="feed-jump feed-jump-up" onClick={() => goTo(first)}>
      <Icon name="arrow-up" />
      <span class="feed-jump-text">{jumpsWords().unreadAbove(above.length)}</span>
    </button>
  );
}
