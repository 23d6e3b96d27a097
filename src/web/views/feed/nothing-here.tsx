import { useClient } from "../../client/client.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import type { IconName } from "../../parts/icon.tsx";
import { Empty } from "../../parts/progress.tsx";
import { emptyFeedWords } from "../../words/feed-parts.ts";

const ICONS: Readonly<Record<FeedPlace["view"], IconName>> = {
  topic: "message-square",
  channel: "hash",
  direct: "message-square",
  directs: "messages-square",
  combined: "messages-square",
  mentions: "at-sign",
  starred: "star",
  reactions: "smile",
  search: "search",
};

/** Shown in a place that has no messages, with what to do next. */
export function NothingHere({ place }: { readonly place: FeedPlace }) {
  const me = useClient().watch("account").user_id;
  const isSelf = place.view === "direct" && place.users.every((id) => id === me);
  const { title, hint } = emptyFeedWords()[isSelf ? "self" : place.view];
  return <Empty icon={ICONS[place.view]} title={title} text={hint} />;
}
