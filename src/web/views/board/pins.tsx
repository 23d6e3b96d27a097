import { type ComponentChildren, Fragment } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { canChangeBoard } from "../../model/channels/board-pins.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { topicKey } from "../../model/routes/conversation.ts";
import type { Channel, Pin } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { announce } from "../../parts/announce.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { useFocusKept } from "../../parts/overlays/keep-focus.ts";
import { MenuButton, type MenuEntry } from "../../parts/overlays/menu.tsx";
import { appWords } from "../../words/app.ts";
import { boardWords } from "../../words/board.ts";
import { channelsWords } from "../../words/channels.ts";
import { navWords } from "../../words/nav.ts";
import { pickersWords } from "../../words/people.ts";
import { remindersWords } from "../../words/screens.ts";
import { TopicLabel } from "../channels/conversation-marks.tsx";
import { loadNewest } from "../inbox/newest-messages.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { placeOfMessage } from "../place-of.ts";
import { movePin, removePin } from "./change-pins.ts";
import { openLink } from "./link-dialog.tsx";
import { Section } from "./section.tsx";

export function PinSections({ channel, pins }: { readonly channel: Channel; readonly pins: readonly Pin[] }) {
  const client = useClient();
  const id = channel.stream_id;
  const messages = pins.flatMap(({ message_id = [] }) => message_id);
  const state = client.watch("channels", "groups", "realm", "users");
  // Runs before the first frame, so that the messages load while the rest is drawn. Runs again when the state was
  // replaced after missed events, because then messages were dropped.
  useLayoutEffect(() => void loadNewest(client, messages, id), [messages.join(), client.connection.value.kind, state]);
  const w = boardWords();
  const senderOf = ({ message_id = 0 }: Pin) => w.message(nameOfUser(state, client.message(message_id)?.sender_id));
  return (
    <>
      <PinList
        channel={channel}
        title={w.topics}
        pins={pins}
        isOf={({ topic_name }) => topic_name !== undefined}
        nameOf={({ topic_name = "" }) => topicName(state, topic_name)}
      >
        {({ topic_name = "" }) => <PinnedTopic channel={id} topic={topic_name} />}
      </PinList>
      <PinList
        channel={channel}
        title={w.messages}
        pins={pins}
        isOf={({ message_id }) => message_id !== undefined}
        nameOf={senderOf}
      >
        {({ message_id = 0 }) => <PinnedMessage channel={id} message={message_id} />}
      </PinList>
      <PinList
        channel={channel}
        title={w.links}
        pins={pins}
        isOf={({ url }) => url !== undefined}
        nameOf={({ url = "", title = url }) => title}
        tools={canChangeBoard(state, channel) && <AddLink channel={id} />}
      >
        {({ url = "", title = url }) => <PinnedLink url={url} title={title} />}
      </PinList>
    </>
  );
}

interface PinListProps {
  readonly channel: Channel;
  readonly title: string;
  readonly pins: readonly Pin[];
  readonly isOf: (pin: Pin) => boolean;
  readonly nameOf: (pin: Pin) => string;
  /** Buttons next to the title. With buttons, the section is shown even if its list is empty. */
  readonly tools?: ComponentChildren;
  readonly children: (pin: Pin) => ComponentChildren;
}

/** Identifies a pin, even before the server has it. */
const keyOf = ({ topic_name, message_id, url }: Pin): string => String(message_id ?? url ?? `#${topic_name}`);

function PinList({ channel, title, pins, isOf, nameOf, tools, children }: PinListProps) {
  const client = useClient();
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list);
  const own = pins.filter(isOf);
  if (own.length === 0 && !tools) return null;
  const isEditor = canChangeBoard(client.watch("channels", "groups", "realm"), channel);
  const move = (at: number, to: number) => {
    const [pin, other] = [own[at], own[to]];
    if (pin === undefined || other === undefined) return;
    movePin(client, channel.stream_id, pin, to < at ? "before" : "after", other);
    announce(pickersWords().movedTo(nameOf(pin), to + 1, own.length), title);
    // A row that moves within the document loses the focus.
    requestAnimationFrame(() => list.current?.children[to]?.querySelector("button")?.focus());
  };
  const menu = (pin: Pin, at: number): readonly MenuEntry[] => [
    { label: pickersWords().moveUp, icon: "arrow-up", disabled: at === 0, run: () => move(at, at - 1) },
    {
      ...{ label: pickersWords().moveDown, icon: "arrow-down", disabled: at === own.length - 1 },
      run: () => move(at, at + 1),
    },
    pin.url !== undefined && {
      ...{ label: boardWords().renameLink, icon: "pencil" },
      run: () => openLink(client, { channel: channel.stream_id, pin }),
    },
    "line",
    {
      label: pin.url === undefined ? channelsWords().unpin : appWords().remove,
      icon: pin.url === undefined ? "pin-off" : "trash-2",
      run: () => removePin(client, channel.stream_id, pin),
    },
  ];
  return (
    <Section title={title} tools={tools}>
      {own.length > 0 && (
        <ul ref={list} class="board-pins">
          {own.map((pin, at) => (
            <li key={keyOf(pin)} class="board-pin" aria-busy={pin.pin_id < 0}>
              {children(pin)}
              {isEditor && (
                <MenuButton label={navWords().topicMenu(nameOf(pin))} icon="ellipsis" entries={() => menu(pin, at)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function AddLink({ channel }: { readonly channel: ChannelId }) {
  const client = useClient();
  return (
    <Button icon="plus" onClick={() => openLink(client, { channel })}>
      {boardWords().addLink}
    </Button>
  );
}

function PinnedTopic({ channel, topic }: { readonly channel: ChannelId; readonly topic: string }) {
  const state = useClient().watch("unread", "topics", "channels", "users", "realm");
  const count = unreadOf(state).conversations.get(topicKey(channel, topic))?.count ?? 0;
  return (
    <div class="board-what">
      <Icon name="pin" />
      <a class="board-link" href={hashForRoute({ view: "topic", channel, topic }, state)}>
        <bdi>
          <TopicLabel state={state} topic={topic} />
        </bdi>
        <Count value={count} />
      </a>
    </div>
  );
}

function PinnedMessage({ channel, message: id }: { readonly channel: ChannelId; readonly message: MessageId }) {
  const client = useClient();
  const state = client.watch("users", "channels", "groups", "realm", "account");
  const message = client.message(id);
  const place =
    message === undefined ? { view: "channel" as const, channel, near: id } : placeOfMessage(message, state.user_id);
  const jump = (
    <a class="board-jump" href={hashForRoute(place, state)}>
      {remindersWords().goTo}
    </a>
  );
  if (message === undefined) {
    return (
      <div class="board-what">
        <p class="board-note">{boardWords().missing}</p>
        {jump}
      </div>
    );
  }
  return (
    <div class="board-message">
      <UserFace user={message.sender_id} size="s" plain />
      <div class="board-said">
        <p class="board-by">
          <b>{nameOfUser(state, message.sender_id)}</b>
          <small>
            <Time at={message.timestamp} as="day within" />
            {message.type === "stream" && (
              <Fragment>
                {" · "}
                <bdi>
                  <TopicLabel state={state} topic={message.subject} />
                </bdi>
              </Fragment>
            )}
          </small>
        </p>
        <p class="board-text" dir="auto">
          {excerptOf(message.content, state)}
        </p>
        {jump}
      </div>
    </div>
  );
}

function PinnedLink({ url, title }: { readonly url: string; readonly title: string }) {
  const host = URL.parse(url)?.host ?? "";
  return (
    <div class="board-what">
      <Icon name="link" />
      <a class="board-link" href={url} target="_blank" rel="noopener noreferrer">
        <bdi>{title}</bdi>
      </a>
      {title !== url && <small class="one-line">{host}</small>}
    </div>
  );
}
