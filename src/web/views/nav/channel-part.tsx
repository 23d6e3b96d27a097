import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import { type ChannelSection, channelSections, channelsNotJoined } from "../../model/channels/channel-list.ts";
import { isHidden, topicName, VISIBILITY, visibilityOf } from "../../model/channels/topics.ts";
import { topicKey } from "../../model/routes/conversation.ts";
import { channelOf } from "../../model/routes/place.ts";
import type { Subscription } from "../../model/state.ts";
import { unreadTopicsOf } from "../../model/unread/sidebar.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { VirtualRows } from "../../parts/lists/virtual-rows.tsx";
import { number } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";
import { ChannelMark, ChannelWord, TopicLabel } from "../channels/conversation-marks.tsx";
import { placeOfChannel } from "../place-of.ts";
import { CollapseButton, NavCalls, Row } from "./row.tsx";

/** Height in pixels. */
const ROW_HEIGHT = 30;

export function ChannelPart() {
  const client = useClient();
  const sections = channelSections(client.watch("channels", "account"));
  const w = navWords();
  if (sections.length === 0) {
    return (
      <div class="nav-part-channels">
        <CollapseButton id="channels" title={w.channels} tool={<Browse />}>
          <p class="nav-none">{w.noChannels}</p>
        </CollapseButton>
        <BrowseMore />
      </div>
    );
  }
  const last = sections.length - 1;
  return (
    <div class="nav-part-channels">
      {sections.map((section, index) => (
        <Section
          key={section.folder?.id ?? section.kind}
          section={section}
          title={sectionTitle(section, last === 0)}
          isLast={index === last}
        />
      ))}
      <BrowseMore />
    </div>
  );
}

function sectionTitle({ kind, folder }: ChannelSection, isOnly: boolean): string {
  const w = navWords();
  if (kind === "pinned") return w.pinned;
  if (folder !== undefined) return folder.name;
  return isOnly ? w.channels : w.otherChannels;
}

const Browse = () => {
  const client = useClient();
  if (!isPermitted("channels")) return null;
  return <ToolButton icon="plus" label={navWords().browseChannels} onClick={() => client.go({ view: "channels" })} />;
};

/** The last row, which leads to channels the user hasn't joined. */
function BrowseMore() {
  const count = channelsNotJoined(useClient().watch("channels")).length;
  if (count === 0 || !isPermitted("channels")) return null;
  return (
    <Row
      place={{ view: "channels", section: "available" }}
      name={navWords().browseMore(number(count))}
      mark={<Icon name="plus" />}
    />
  );
}

function Section({ section, title, isLast }: { section: ChannelSection; title: string; isLast: boolean }) {
  const client = useClient();
  const here = channelOf(client.place.value);
  const unread = unreadOf(client.watch("unread", "topics", "channels", "users")).channels;
  const [all, setAll] = useState(false);
  const row = (channel: Subscription) => (
    <ChannelRow key={channel.stream_id} channel={channel} isOpen={channel.stream_id === here} />
  );
  const list = (channels: readonly Subscription[]) => <VirtualRows items={channels} height={ROW_HEIGHT} row={row} />;
  const isHere = (channel: Subscription) => channel.stream_id === here;
  const isWanted = (channel: Subscription) => isHere(channel) || (unread.get(channel.stream_id)?.count ?? 0) > 0;
  const { active, inactive } = section;
  const shown = all ? [...active, ...inactive] : [...active, ...inactive.filter(isWanted)];
  const quiet = active.length + inactive.length - shown.length;
  const needed = [...active, ...inactive].filter(isWanted);
  return (
    <CollapseButton
      id={String(section.folder?.id ?? section.kind)}
      title={title}
      tool={isLast && <Browse />}
      closed={list(needed)}
    >
      {list(shown)}
      {quiet > 0 && (
        <button type="button" class="nav-row nav-quiet" onClick={() => setAll(true)}>
          {navWords().inactive(number(quiet))}
        </button>
      )}
    </CollapseButton>
  );
}

/** Number of topics shown for the open channel, unless more are unread. */
const TOPICS_SHOWN = 8;

/** A channel. If it is open, its unread and latest topics are listed below. */
function ChannelRow({ channel, isOpen }: { readonly channel: Subscription; readonly isOpen: boolean }) {
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
      <NavCalls within={channel.stream_id} />
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
  // Unread topics and the open one are always shown. The most recent others fill the rest.
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
            isFollowed={visibilityOf(state, id, topic) === VISIBILITY.followed}
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
