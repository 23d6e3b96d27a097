import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { topicKey } from "../../model/routes/conversation.ts";
import type { Channel, Pin } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { useFocusKept } from "../../parts/overlays/keep-focus.ts";
import { boardWords } from "../../words/board.ts";
import { remindersWords } from "../../words/drafts-and-scheduled.ts";
import { TopicLabel } from "../channels/conversation-marks.tsx";
import { loadNewest } from "../inbox/newest-messages.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { placeOfMessage } from "../place-of.ts";
import { Section } from "./section.tsx";

interface PinSectionsProps {
  readonly channel: Channel;
  readonly pins: readonly Pin[];
}

/** The pinned topics, messages and links of a board. */
export function PinSections({ channel, pins }: PinSectionsProps) {
  const client = useClient();
  const id = channel.stream_id;
  const messages = pins.flatMap(({ message_id = [] }) => message_id);
  useEffect(() => void loadNewest(client, messages, id), [messages.join(), client.connection.value.kind]);
  const w = boardWords();
  return (
    <>
      <PinList title={w.topics} pins={pins} isOf={({ topic_name }) => topic_name !== undefined}>
        {({ topic_name = "" }) => <PinnedTopic channel={id} topic={topic_name} />}
      </PinList>
      <PinList title={w.messages} pins={pins} isOf={({ message_id }) => message_id !== undefined}>
        {({ message_id = 0 }) => <PinnedMessage channel={id} message={message_id} />}
      </PinList>
      <PinList title={w.links} pins={pins} isOf={({ url }) => url !== undefined}>
        {({ url = "", title = url }) => <PinnedLink url={url} title={title} />}
      </PinList>
    </>
  );
}

interface PinListProps {
  readonly title: string;
  readonly pins: readonly Pin[];
  readonly isOf: (pin: Pin) => boolean;
  readonly children: (pin: Pin) => ComponentChildren;
}

function PinList({ title, pins, isOf, children }: PinListProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list);
  const own = pins.filter(isOf);
  if (own.length === 0) return null;
  return (
    <Section title={title}>
      <ul ref={list} class="board-pins">
        {own.map((pin) => (
          <li key={pin.pin_id} class="board-pin">
            {children(pin)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface PinnedTopicProps {
  readonly channel: ChannelId;
  readonly topic: string;
}

function PinnedTopic({ channel, topic }: PinnedTopicProps) {
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

interface PinnedMessageProps {
  readonly channel: ChannelId;
  readonly message: MessageId;
}

function PinnedMessage({ channel, message: id }: PinnedMessageProps) {
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
