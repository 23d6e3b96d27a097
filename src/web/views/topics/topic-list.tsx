import "./topic-list.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { loadBoard } from "../../client/background/boards.ts";
import { type Client, useClient } from "../../client/client.ts";
import { isPermitted, pressedKey, runAction } from "../../keyboard.ts";
import { isBoardUnknown, pinnedTopics } from "../../model/channels/board-pins.ts";
import { channelById, subscriptionTo } from "../../model/channels/channels.ts";
import { topicName, VISIBILITY } from "../../model/channels/topics.ts";
import type { ChannelId } from "../../model/ids.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { isSpectator } from "../../model/people/account.ts";
import type { ListedTopic } from "../../model/recent/listed-topics.ts";
import { pinnedFirst, topicsWith, unreadFirst, withUnread } from "../../model/recent/topics-shown.ts";
import { topicKey, topicNameKey } from "../../model/routes/conversation.ts";
import type { Route } from "../../model/routes/place.ts";
import type { Channel } from "../../model/state.ts";
import { unreadTopicsOf } from "../../model/unread/sidebar.ts";
import { Button, ToolButton } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { Toggle } from "../../parts/fields/choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LongList, type LongListHandle } from "../../parts/lists/long-list.tsx";
import { Empty, Skeleton } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { channelsWords, topicsWords } from "../../words/channels.ts";
import { navWords } from "../../words/nav.ts";
import { joinChannel } from "../channels/channel-actions.ts";
import { ChannelMark, ChannelWord } from "../channels/conversation-marks.tsx";
import { toggleVisibility } from "../dialogs/topic-actions.ts";
import { PlaceTools } from "../feed/feed-tools.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { loadNewest } from "../inbox/newest-messages.ts";
import { markRead } from "../mark-as-read/mark-read.ts";
import { topicsHeardOf } from "../palette/palette-index.ts";
import { ConversationRow } from "../recent/conversation-row.tsx";
import { TopicMenu } from "../recent/recent-row.tsx";

type TopicsPlace = Extract<Route, { readonly view: "topics" }>;

export function TopicList({ place }: { readonly place: TopicsPlace }) {
  const client = useClient();
  const state = client.watch("channels");
  const channel = channelById(state, place.channel);
  const { kind } = client.connection.value;
  // Reloads once the network is back.
  useEffect(() => void client.topics.load(place.channel), [client, place.channel, kind]);
  if (channel === undefined) return null;
  return (
    <>
      <ScreenHeader
        mark={<ChannelMark channel={channel} />}
        title={channel.name}
        note={<ChannelWord channel={channel} />}
        about={excerptOf(channel.rendered_description, state)}
      >
        <span class="place-wide">
          <ToolButton
            icon="messages-square"
            label={channelsWords().feed}
            action="openChannel"
            onClick={() => client.go({ view: "channel", channel: place.channel })}
          />
        </span>
        {isPermitted("details") && (
          <ToolButton
            icon="pin"
            label={navWords().board}
            onClick={() => client.go({ view: "board", channel: place.channel })}
          />
        )}
        <PlaceTools place={{ view: "channel", channel: place.channel }} />
      </ScreenHeader>
      <Topics key={place.channel} channel={channel} />
    </>
  );
}

function Topics({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("unread", "topics", "channels", "realm");
  const isMember = !isSpectator(state);
  const { topics, failure } = client.topics.of(channel.stream_id).value;
  const [text, setText] = useState("");
  const [onTop, setOnTop] = useState(() => localStorage.getItem(STORAGE_KEY) !== null);
  const list = useRef<LongListHandle>(null);
  const id = channel.stream_id;
  const unread = unreadTopicsOf(state, id);
  // If the topics can't be loaded, shows those that are stored on this device.
  const known = useMemo(
    () => topics ?? (failure === undefined ? [] : topicsHeardOfIn(client, id)),
    [topics, failure === undefined],
  );
  const all = useMemo(() => withUnread(known, unread), [known, unread]);
  const found = useMemo(() => topicsWith(text, all, (topic) => topicName(state, topic)), [all, text]);
  const pins = pinnedTopics(client.watch("boards"), id);
  const pinned = [...pins.keys()].join("\n");
  const shown = useMemo(
    () => pinnedFirst(onTop ? unreadFirst(found, unread) : found, pins.keys()),
    [found, onTop, unread, pinned],
  );
  const isUnknown = isMember && isBoardUnknown(client.watch("boards"), id);
  // The list works without the pins, so an error isn't shown.
  useEffect(() => void (isUnknown && loadBoard(client, id).catch(() => {})), [isUnknown]);
  const w = topicsWords();
  const toggle = () => {
    if (onTop) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, "on");
    setOnTop(!onTop);
  };
  if (topics === undefined && all.length === 0) {
    if (failure === undefined) return <Skeleton of="rows" label={w.loading} />;
    return (
      <Empty icon="triangle-alert" title={w.failed} text={errorText(failure)}>
        <Button onClick={() => void client.topics.load(id)}>{appWords().retry}</Button>
      </Empty>
    );
  }
  return (
    <>
      {!subscriptionTo(state, id) && <SubscribeLine channel={channel} />}
      {all.length > 0 && (
        <div class="list-bar topic-list-bar">
          <input
            class="list-find topic-list-find"
            type="search"
            aria-label={w.find}
            placeholder={w.find}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!["ArrowDown", "Enter"].includes(pressedKey(event) ?? "")) return;
              event.preventDefault();
              list.current?.focusFirst();
            }}
          />
          {isMember && <Toggle label={w.unreadFirst} pressed={onTop} onChange={toggle} />}
          <span class="topic-list-count" role="status">
            {w.count(shown.length)}
          </span>
          {isMember && (
            <Button icon="plus" onClick={() => runAction("composeTopic")}>
              {w.newTopic}
            </Button>
          )}
        </div>
      )}
      {shown.length === 0 ? (
        <NoTopic text={text} channel={id} />
      ) : (
        <LongList
          label={w.list}
          items={shown}
          keyOf={(topic) => topicKey(id, topic.name)}
          memory={`topics ${id}`}
          handle={list}
          row={(topic) => <TopicRow channel={id} topic={topic} isPinned={pins.has(topicNameKey(topic.name))} />}
          onShown={(rows) =>
            void loadNewest(
              client,
              rows.map((one) => one.max_id),
              id,
            )
          }
          actions={[
            ["markItemRead", ({ name }) => markRead(client, [{ kind: "topic", channel: id, topic: name }])],
            ["followTopic", ({ name }) => toggleVisibility(client, { channel: id, topic: name }, VISIBILITY.followed)],
            ["muteTopic", ({ name }) => toggleVisibility(client, { channel: id, topic: name }, VISIBILITY.muted)],
          ]}
        />
      )}
    </>
  );
}

const topicsHeardOfIn = (client: Client, id: ChannelId): readonly ListedTopic[] =>
  topicsHeardOf(client).flatMap(({ channel, topic, newest }) =>
    channel === id ? { name: topic, max_id: newest } : [],
  );

const STORAGE_KEY = "parley.unread-first";

interface TopicRowProps {
  readonly channel: ChannelId;
  readonly topic: ListedTopic;
  readonly isPinned: boolean;
}

function TopicRow({ channel, topic, isPinned }: TopicRowProps) {
  const client = useClient();
  const { name } = topic;
  return (
    <ConversationRow
      conversation={{ kind: "topic", channel, topic: name }}
      newest={client.message(topic.max_id)}
      where={
        isPinned && (
          <span class="conversation-mark">
            <Icon name="pin" />
            <span class="for-readers">{navWords().pinned}</span>
          </span>
        )
      }
      tools={<TopicMenu channel={channel} topic={name} />}
    />
  );
}

function NoTopic({ text, channel }: { readonly text: string; readonly channel: ChannelId }) {
  const client = useClient();
  const w = topicsWords();
  if (text.trim() === "") {
    return (
      <Empty icon="hash" title={w.empty.title} text={w.empty.text}>
        <Button icon="plus" onClick={() => runAction("composeTopic")}>
          {w.newTopic}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty icon="search" title={w.none(text.trim())}>
      <Button icon="plus" onClick={() => client.go({ view: "topic", channel, topic: text.trim() })}>
        {w.create(text.trim())}
      </Button>
    </Empty>
  );
}

function SubscribeLine({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  return (
    <div class="topic-list-subscribe">
      <span>{topicsWords().notSubscribed}</span>
      {!channel.is_archived && <Button run={() => joinChannel(client, channel)}>{appWords().join}</Button>}
    </div>
  );
}
