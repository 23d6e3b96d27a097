import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { isResolved, resolved, unresolved } from "../../model/channels/topics.ts";
import { topicKey } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { IconName } from "../../parts/icon.tsx";
import { Empty } from "../../parts/progress.tsx";
import { emptyFeedWords } from "../../words/feed-parts.ts";

const ICONS: Readonly<Record<FeedRoute["view"], IconName>> = {
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

export function NothingHere({ place }: { readonly place: FeedRoute }) {
  const me = useClient().watch("account").user_id;
  const isSelf = place.view === "direct" && place.users.every((id) => id === me);
  const { title, hint } = emptyFeedWords()[isSelf ? "self" : place.view];
  const empty = <Empty icon={ICONS[place.view]} title={title} text={hint} />;
  return place.view === "topic" ? <OtherName place={place}>{empty}</OtherName> : empty;
}

interface OtherNameProps {
  readonly place: Extract<FeedRoute, { view: "topic" }>;
  readonly children: ComponentChildren;
}

/** If a topic was resolved or unresolved since a link to it was created, shows a link to its current name. */
function OtherName({ place: { channel, topic }, children }: OtherNameProps) {
  const client = useClient();
  useEffect(() => client.topics.ask(channel), [client, channel]);
  const other = topicKey(channel, isResolved(topic) ? unresolved(topic) : resolved(topic));
  const found = client.topics.of(channel).value.topics?.find(({ name }) => topicKey(channel, name) === other);
  if (found === undefined) return children;
  const address = hashForRoute({ view: "topic", channel, topic: found.name }, client.watch("channels"));
  const w = emptyFeedWords();
  return (
    <Empty icon={ICONS.topic} title={w.isNow(found.name)}>
      <a class="button" href={address}>
        {w.openTopic}
      </a>
    </Empty>
  );
}
