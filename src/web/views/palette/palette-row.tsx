import { Component, type ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { otherOrganizations } from "../../client/organizations/list.ts";
import { type ActionName, actionKeys, capsOf } from "../../keys.ts";
import { isSubscription } from "../../model/channels/channel-list.ts";
import { channelById } from "../../model/channels/channels.ts";
import { isResolved, topicName, unresolved } from "../../model/channels/topics.ts";
import { fold } from "../../model/match.ts";
import type { Message } from "../../model/message.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { hostOf } from "../../model/organizations/organizations.ts";
import { hasNamesake } from "../../model/people/people-by-name.ts";
import { userById } from "../../model/people/users.ts";
import { conversationOf, directKey, targetOfConversation, topicKey } from "../../model/routes/conversation.ts";
import type { State } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { labelOf } from "../../words/help.ts";
import { paletteWords } from "../../words/search.ts";
import { switchingWords } from "../../words/switching.ts";
import { ChannelMark, DirectMark } from "../channels/conversation-marks.tsx";
import { whereOf } from "../compose/target/target.ts";
import { nameOfDirect, nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import type { PaletteEntry } from "./palette-entry.ts";

interface PaletteRowProps {
  readonly entry: PaletteEntry;
  /** The typed text, without the initial sign (such as "#") that limits the kinds of entries. */
  readonly typed: string;
}

/**
 * A row of the palette. It isn't rendered again when only other rows change, such as when messages are found for the
 * same text.
 */
export class PaletteRow extends Component<PaletteRowProps> {
  override shouldComponentUpdate({ entry, typed }: PaletteRowProps): boolean {
    return entry !== this.props.entry || typed !== this.props.typed;
  }

  override render(props: PaletteRowProps) {
    return <EntryRow {...props} />;
  }
}

function EntryRow({ entry, typed }: PaletteRowProps) {
  const state = useClient().watch();
  switch (entry.kind) {
    case "person":
      return <PersonRow state={state} user={entry.user} typed={typed} />;
    case "group":
      return (
        <PaletteRowText mark={<DirectMark users={entry.users} />} name={nameOfDirect(state, entry.users)} typed={typed}>
          <Unread state={state} of={directKey(entry.users)} isLoud />
        </PaletteRowText>
      );
    case "channel":
      return <ChannelRow state={state} channel={entry.channel} typed={typed} />;
    case "topic": {
      const channel = channelById(state, entry.channel);
      const color = channel && isSubscription(channel) ? channel.color : undefined;
      const mark = (
        <span class="channel-mark" style={color ? { "--channel": color } : undefined}>
          <Icon name={isResolved(entry.topic) ? "circle-check" : "message-square"} />
        </span>
      );
      return (
        <PaletteRowText
          mark={mark}
          name={topicName(state, unresolved(entry.topic))}
          detail={channel?.name}
          typed={typed}
        >
          <Unread state={state} of={topicKey(entry.channel, entry.topic)} />
        </PaletteRowText>
      );
    }
    case "action":
      return (
        <PaletteRowText
          mark={<Icon name={ICONS[entry.action] ?? "chevron-right"} />}
          name={labelOf(entry.action)}
          typed={typed}
        >
          <Keys of={actionKeys(entry.action)[0]} />
        </PaletteRowText>
      );
    case "organization": {
      const one = otherOrganizations().find(({ origin }) => origin === entry.origin);
      const name = switchingWords().goTo(one?.name ?? "");
      return (
        <PaletteRowText
          mark={<Icon name="arrow-right" />}
          name={name}
          detail={one && hostOf(one.origin)}
          typed={typed}
        />
      );
    }
    case "newTopic": {
      const name = channelById(state, entry.channel)?.name ?? "";
      const w = paletteWords();
      const text = entry.topic === "" ? w.newTopicHere(name) : w.newTopic(entry.topic, name);
      return (
        <PaletteRowText mark={<Icon name="square-pen" />} name={text} typed="">
          {entry.topic === "" && <Keys of={actionKeys("composeTopic")[0]} />}
        </PaletteRowText>
      );
    }
    case "message":
      return <MessageRow state={state} message={entry.message} typed={typed} />;
    case "words":
      return (
        <PaletteRowText mark={<Icon name="search" />} name={paletteWords().searchFor(entry.text)} typed="">
          <Keys of="Mod+Enter" />
        </PaletteRowText>
      );
  }
}

interface LineProps {
  readonly mark: ComponentChildren;
  readonly name: string;
  readonly typed: string;
  readonly detail?: string | undefined;
  readonly children?: ComponentChildren;
}

const PaletteRowText = ({ mark, name, typed, detail, children }: LineProps) => (
  <>
    <span class="palette-mark" aria-hidden="true">
      {mark}
    </span>
    <span class="palette-name one-line">
      <MarkedText text={name} typed={typed} />
    </span>
    {detail !== undefined && detail !== "" && (
      <span class="palette-detail one-line">
        <MarkedText text={detail} typed={typed} />
      </span>
    )}
    <span class="palette-end">{children}</span>
  </>
);

function PersonRow({ state, user, typed }: { state: State; user: number; typed: string }) {
  const known = userById(state, user);
  const isMe = user === state.user_id;
  const name = isMe ? nameOfDirect(state, []) : (known?.full_name ?? "");
  const status = state.user_status[user]?.status_text;
  const address = known && hasNamesake(state, known) ? known.delivery_email : undefined;
  const detail = address ?? (known?.is_bot ? paletteWords().bot : status);
  return (
    <PaletteRowText mark={<UserFace user={user} size="s" />} name={name} detail={detail} typed={typed}>
      <Unread state={state} of={directKey(isMe ? [] : [user])} isLoud />
    </PaletteRowText>
  );
}

function ChannelRow({ state, channel: id, typed }: { state: State; channel: number; typed: string }) {
  const channel = channelById(state, id);
  if (channel === undefined) return null;
  const isIn = isSubscription(channel) && state.subscriptions.includes(channel);
  const detail = isIn ? excerptOf(channel.rendered_description, state) : paletteWords().notSubscribed;
  const unread = unreadOf(state).channels.get(id);
  return (
    <PaletteRowText mark={<ChannelMark channel={channel} />} name={channel.name} detail={detail} typed={typed}>
      {unread && <Count value={unread.count} kind={unread.mentions > 0 ? "called" : "quiet"} />}
    </PaletteRowText>
  );
}

function MessageRow({ state, message, typed }: { state: State; message: Message; typed: string }) {
  const to = targetOfConversation(conversationOf(message, state.user_id), state.user_id);
  return (
    <>
      <span class="palette-mark" aria-hidden="true">
        <UserFace user={message.sender_id} size="s" />
      </span>
      <span class="palette-message">
        <span class="palette-message-of one-line">
          <b>{nameOfUser(state, message.sender_id)}</b> <span>{whereOf(state, to)}</span>{" "}
          <Time at={message.timestamp} as="short" />
        </span>
        <span class="one-line" dir="auto">
          <MarkedText text={excerptOf(message.content, state, fold(typed), fold)} typed={typed} />
        </span>
      </span>
    </>
  );
}

function Unread({ state, of: key, isLoud = false }: { state: State; of: string; isLoud?: boolean }) {
  const unread = unreadOf(state).conversations.get(key);
  if (unread === undefined) return null;
  return <Count value={unread.count} kind={isLoud ? "loud" : unread.mentions > 0 ? "called" : "quiet"} />;
}

function Keys({ of: key }: { readonly of: string | undefined }) {
  if (key === undefined) return null;
  return (
    <span class="palette-keys" aria-hidden="true">
      {capsOf(key).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}

const ICONS: { readonly [Name in ActionName]?: IconName } = {
  search: "search",
  help: "keyboard",
  inbox: "inbox",
  recent: "clock",
  combined: "list",
  mentions: "at-sign",
  starred: "star",
  directs: "users",
  drafts: "pencil",
  scheduled: "calendar-clock",
  reminders: "bell",
  reactions: "smile",
  channels: "hash",
  people: "users",
  settings: "settings",
  menu: "menu",
  composeTopic: "square-pen",
  composeDirect: "mail",
  createChannel: "plus",
  invite: "user-plus",
  inviteOutside: "door-open",
  setStatus: "smile-plus",
  theme: "moon",
  markAllRead: "check-check",
  logOut: "log-out",
  details: "panel-right",
  nextUnread: "arrow-right",
  nextFollowed: "arrow-right",
  nextDirect: "arrow-right",
  muteTopic: "bell-off",
  followTopic: "bell-ring",
  resolveTopic: "check",
  markConversationRead: "check",
  reply: "reply",
  quote: "quote",
  forward: "forward",
  react: "smile-plus",
  star: "star",
  edit: "pencil",
  move: "corner-up-right",
  deleteMessage: "trash-2",
  markUnreadFrom: "mail",
  copyLink: "link",
  userCard: "user",
};

function MarkedText({ text, typed }: { readonly text: string; readonly typed: string }) {
  return <>{piecesOf(text, typed).map((piece, at) => (piece.isTyped ? <b key={at}>{piece.text}</b> : piece.text))}</>;
}

interface Piece {
  readonly text: string;
  readonly isTyped: boolean;
}

function piecesOf(text: string, typed: string): Piece[] {
  const name = fold(text);
  // If folding changed the length, positions in the folded text don't match the original.
  if (name.length !== text.length) return [{ text, isTyped: false }];
  const isTyped = new Array<boolean>(text.length).fill(false);
  for (const word of fold(typed).split(/\s+/)) {
    const at = word === "" ? -1 : placeIn(name, word);
    if (at !== -1) isTyped.fill(true, at, at + word.length);
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const from = at;
    while (at < text.length && isTyped[at] === isTyped[from]) at += 1;
    pieces.push({ text: text.slice(from, at), isTyped: isTyped[from] ?? false });
  }
  return pieces;
}

/** Finds a typed word, preferably at the start of a word. */
function placeIn(name: string, word: string): number {
  for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) return at;
  return name.indexOf(word);
}
