import { useEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { unreadTopicsOf } from "../../model/channels/sidebar.ts";
import { VISIBILITY, visibilityOf } from "../../model/channels/topics.ts";
import { topicKey } from "../../model/places/conversation.ts";
import type { Subscription } from "../../model/state.ts";
import { isHidden } from "../../model/unread/muting.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { navWords } from "../../words/nav.ts";
import { ChannelMark } from "../channels/channel-mark.tsx";
import { ChannelWord } from "../channels/channel-word.tsx";
import { placeOfChannel } from "../channels/place-of-channel.ts";
import { TopicLabel } from "../topics/topic-label.tsx";
import { topicName } from "../topics/topic-name.ts";
import { Row } from "./row.tsx";

/** The number of topics that are shown of the open channel. */
const TOPICS_SHOWN = 8;

/** A channel; the open one with its unread and latest topics below. */
export function ChannelRow({ channel, isOpen }: { readonly channel: Subscription; readonly isOpen: boolean }) {
  const client = useClient();
  const state = client.watch("unread", "topics", "channels", "users", "realm");
  const unread = unreadOf(state).channels.get(channel.stream_id);
  const place = placeOfChannel(state, channel.stream_id);
  return (
    <li>
      <Row
        place={place}
        name={channel.name}
        mark={<ChannelMark channel={channel} />}
        note={<ChannelWord channel={channel} />}
        count={unread?.count ?? 0}
        isMentioned={(unread?.mentions ?? 0) > 0}
        isMuted={channel.is_muted}
      />
      {isOpen && place.view === "topics" && <Topics channel={channel} />}
    </li>
  );
}

interface ShownTopic {
  readonly topic: string;
  readonly count: number;
  readonly mentions: number;
}

function Topics({ channel: { stream_id: id } }: { readonly channel: Subscription }) {
  const client = useClient();
  const state = client.watch("unread", "topics", "channels", "users", "realm");
  const place = client.place.value;
  const here = place.view === "topic" && place.channel === id ? place.topic : undefined;
  const unread: ShownTopic[] = unreadTopicsOf(state, id)
    .slice(0, TOPICS_SHOWN)
    .map(({ conversation, count, mentions }) => ({ topic: conversation.topic, count, mentions }));
  useEffect(() => client.topics.ask(id), [id]);
  const recent = (client.topics.of(id).value.topics ?? []).map(({ name }) => name);
  const known = new Set(unread.map(({ topic }) => topicKey(id, topic)));
  const read = [...(here === undefined ? [] : [here]), ...recent].flatMap((topic): ShownTopic[] => {
    const key = topicKey(id, topic);
    if (known.has(key)) return [];
    known.add(key);
    return [{ topic, count: 0, mentions: 0 }];
  });
  // Unread topics and the open one are always shown; the latest others fill the rest.
  const least = unread.length + (here !== undefined && read[0]?.topic === here ? 1 : 0);
  const shown = [...unread, ...read].slice(0, Math.max(least, TOPICS_SHOWN));
  if (shown.length === 0) return null;
  return (
    <ul class="nav-topics">
      {shown.map(({ topic, count, mentions }) => (
        <li key={topicKey(id, topic)}>
          <Row
            place={{ view: "topic", channel: id, topic }}
            name={topicName(state, topic)}
            label={<TopicLabel state={state} topic={topic} />}
            count={count}
            isLoud={visibilityOf(state, id, topic) === VISIBILITY.followed}
            isMentioned={mentions > 0}
            isMuted={isHidden(state, id, topic)}
          />
        </li>
      ))}
      <li>
        <Row place={{ view: "topics", channel: id }} name={navWords().allTopics} />
      </li>
    </ul>
  );
}
