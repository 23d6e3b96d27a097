import "./message.css";
import "../calls/call-card.css";
import { Component, type ComponentChildren } from "preact";
import type { Client } from "../../client/client.ts";
import type { Pending } from "../../client/sending/outbox.ts";
import { loadDeferred } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { outsideName } from "../../model/channels/outside-links.ts";
import { callsMe, hasAlertWord, isStarred, type Message, mentionsMe } from "../../model/message.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { isMutedUser, notificationBot, userById } from "../../model/people/users.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { Button } from "../../parts/button.tsx";
import { Emoji } from "../../parts/emoji/emoji.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { appWords } from "../../words/app.ts";
import { messageWords } from "../../words/feed.ts";
import { fullTime } from "../../words/time.ts";
import type { CallCardProps } from "../calls/call-card.tsx";
import { EditedMessage, editedMessage } from "../compose/editing/edited-message.tsx";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";
import { placeOfMessage } from "../place-of.ts";
import type { ToolbarProps } from "./message-toolbar.tsx";
import { Reactions } from "./reactions.tsx";
import { WidgetView } from "./widget-view.tsx";

/** A link to a call. It takes up the same space as the call's card, which replaces it. */
const CallLink = ({ message, call, text }: CallCardProps) => (
  <div class="call-card" id={`m${message.id}`}>
    <span class="call-card-mark" />
    <span class="call-card-text">
      <a href={`/call/${call}`}>{text}</a>
    </span>
    <span class="call-card-room" />
  </div>
);

const CallCard = lazyView<CallCardProps>(async () => (await loadDeferred()).CallCard, {
  Waiting: CallLink,
  Missing: CallLink,
});
const MessageToolbar = lazyView<ToolbarProps>(async () => (await loadDeferred()).MessageToolbar);

interface FrameProps {
  /** True if the sender is named. */
  readonly hasHeader: boolean;
  readonly class: string;
  /** The sender's avatar, or the time. */
  readonly side: ComponentChildren;
  readonly header: ComponentChildren;
  readonly children: ComponentChildren;
  readonly toolbar?: ComponentChildren;
}

/** The frame of a sent or unsent message: the sender's avatar and name, with the text next to and below them. */
const MessageFrame = ({ hasHeader, side, header, children, toolbar, ...rest }: FrameProps) => (
  <div class={`message${hasHeader ? " message-head" : ""} ${rest.class}`}>
    <div class="message-side">{side}</div>
    <div class="message-body">
      {hasHeader && header && <div class="message-header">{header}</div>}
      {children}
    </div>
    {toolbar}
  </div>
);

interface PendingViewProps {
  readonly client: Client;
  readonly pending: Pending;
  readonly hasHeader: boolean;
}

/** A message from this client, shown as plain text until the server has confirmed it. */
export function PendingView({ client, pending, hasHeader }: PendingViewProps) {
  const state = client.watch("users");
  const { status } = pending;
  return (
    <MessageFrame
      hasHeader={hasHeader}
      class={`message-pending message-pending-${status}`}
      side={hasHeader && <UserFace user={state.user_id} />}
      header={<span class="message-sender">{nameOfUser(state, state.user_id)}</span>}
    >
      <div class="message-text">
        <div class="content message-plain">{pending.content}</div>
        {status !== "sending" && (
          <span class="message-marks">
            <Icon name={status === "refused" ? "circle-alert" : "clock"} size={13} />
            {messageWords().status[status]}
          </span>
        )}
      </div>
      {status === "refused" && (
        <div class="message-refusal" role="alert">
          <span>{pending.reason}</span>
          <Button kind="quiet" onClick={() => client.outbox.retry(pending.localId)}>
            {appWords().retry}
          </Button>
          <Button kind="quiet" onClick={async () => (await loadDeferred()).compositionOf(client).restore(pending)}>
            {appWords().edit}
          </Button>
        </div>
      )}
    </MessageFrame>
  );
}

interface Props {
  readonly client: Client;
  readonly message: Message;
  readonly place: FeedRoute;
  /** True if the sender is named. */
  readonly hasHeader: boolean;
  /** True if the toolbar is shown. */
  readonly isHighlighted: boolean;
  /** The content with search matches highlighted. */
  readonly html: string;
  /** True if the feed was opened at this message. */
  readonly isNear: boolean;
}

interface State {
  /** True if the user chose to see the message although its sender is muted. */
  readonly isRevealed: boolean;
}

export class MessageView extends Component<Props, State> {
  override state: State = { isRevealed: false };

  override shouldComponentUpdate(next: Props, state: State): boolean {
    const { message, hasHeader, isHighlighted, isNear } = this.props;
    return (
      next.message !== message ||
      next.html !== this.props.html ||
      next.hasHeader !== hasHeader ||
      next.isHighlighted !== isHighlighted ||
      next.isNear !== isNear ||
      state !== this.state
    );
  }

  override render({ client, message, html, place, hasHeader, isHighlighted, isNear }: Props, { isRevealed }: State) {
    if (!isRevealed && isMutedUser(client.watch("users"), message.sender_id)) {
      return (
        <div class="message message-muted">
          <span>{messageWords().muted}</span>
          <button type="button" class="message-show" onClick={() => this.setState({ isRevealed: true })}>
            {messageWords().show}
          </button>
        </div>
      );
    }
    const isMe = message.is_me_message && message.submessages.length === 0;
    // A notice of the notification bot is an unobtrusive line without a header, because its text already names who did
    // something.
    const isQuiet = message.type === "stream" && message.sender_id === notificationBot(client.watch("users"));
    const showsHeader = (hasHeader || isMe) && !isQuiet;
    const calls = mentionsMe(message)
      ? "message-calls"
      : callsMe(message) || hasAlertWord(message)
        ? "message-calls-all"
        : "";
    return (
      <MessageFrame
        hasHeader={showsHeader}
        class={`${calls}${isQuiet ? " message-notice" : ""}${isNear ? " message-near" : ""}`}
        side={
          showsHeader ? (
            <button
              type="button"
              class="message-face"
              tabIndex={-1}
              // Hidden, because the button with the name has the same effect.
              aria-hidden="true"
              onClick={async ({ currentTarget }) =>
                (await loadDeferred()).showPersonCard(message.sender_id, currentTarget)
              }
            >
              <UserFace user={message.sender_id} />
            </button>
          ) : (
            <MessageLink client={client} message={message} class="message-side-time" />
          )
        }
        header={
          !isMe && (
            <>
              <SenderName client={client} message={message} />
              <MessageLink client={client} message={message} />
              <Marks message={message} />
            </>
          )
        }
        toolbar={isHighlighted && <MessageToolbar on={{ client, message, place }} />}
      >
        <div class={isMe ? "message-text message-text-me" : "message-text"}>
          {isMe && <SenderName client={client} message={message} />}
          <Body client={client} message={message} html={html} isMe={isMe} />
          {(!showsHeader || isMe) && <Marks message={message} />}
        </div>
        {message.reactions.length > 0 && <Reactions client={client} message={message} />}
      </MessageFrame>
    );
  }
}

/** Matches a message that consists only of a call link, as rendered by the server. */
const CALL = /^<p><a href="(https?:\/\/[^/"]+)?\/call\/(\d{15})[^"]*">([^<]*)<\/a><\/p>$/;

function Body({
  client,
  message,
  html,
  isMe,
}: Pick<Props, "client" | "message" | "html"> & { readonly isMe: boolean }) {
  if (editedMessage.value === message.id) return <EditedMessage message={message} />;
  if (message.flags.includes("collapsed")) return <Collapsed client={client} message={message} />;
  const content = (
    <MessageContent
      id={`m${message.id}`}
      html={html}
      surroundings={surroundingsOf(client)}
      isMe={isMe}
      hasAlertWord={hasAlertWord(message)}
    />
  );
  const call = CALL.exec(message.content);
  if (call !== null && (call[1] ?? location.origin) === location.origin)
    return <CallCard message={message} call={call[2] ?? ""} text={call[3] ?? ""} />;
  if (message.submessages.length === 0) return content;
  return (
    <WidgetView client={client} message={message}>
      {content}
    </WidgetView>
  );
}

/** The start of a message that the user has collapsed. */
const Collapsed = ({ client, message }: Pick<Props, "client" | "message">) => (
  <div class="message-collapsed" id={`m${message.id}`}>
    <span class="one-line">{excerptOf(message.content, client.watch("users", "channels", "groups"))}</span>
    <button
      type="button"
      class="message-show"
      onClick={async () => client.acts.act((await loadDeferred()).flagAct([message.id], "remove", "collapsed"))}
    >
      {messageWords().more}
    </button>
  </div>
);

/** Shows whether an assistant sent a message, and whether it was edited or starred. */
function Marks({ message }: { readonly message: Message }) {
  const { last_edit_timestamp: edited, assistant } = message;
  const starred = isStarred(message);
  if (!edited && !assistant && !starred) return null;
  return (
    <span class="message-marks">
      {assistant && <bdi>{messageWords().assistant(assistant.name)}</bdi>}
      {edited && (
        <span class="message-edited" {...tip(messageWords().edited(fullTime(edited)))}>
          {messageWords().editedMark}
        </span>
      )}
      {starred && (
        <span class="message-star" role="img" aria-label={messageWords().starred}>
          <Icon name="star" size={13} />
        </span>
      )}
    </span>
  );
}

interface MessageLinkProps {
  readonly client: Client;
  readonly message: Message;
  readonly class?: string;
}

/** A message's time, linking to the message in its conversation. */
function MessageLink({ client, message, class: name = "message-time" }: MessageLinkProps) {
  const state = client.watch("channels", "users");
  return (
    <a class={name} href={hashForRoute(placeOfMessage(message, state.user_id), state)} tabIndex={-1}>
      <Time at={message.timestamp} />
    </a>
  );
}

/** A sender's name with status and role. Clicking it opens the card. */
function SenderName({ client, message }: { readonly client: Client; readonly message: Message }) {
  const state = client.watch("users", "realm");
  const user = userById(state, message.sender_id);
  const status = client.watch("presence").user_status[message.sender_id];
  const outside = user && outsideName(user);
  return (
    <>
      <button
        type="button"
        class="message-sender"
        tabIndex={-1}
        onClick={async ({ currentTarget }) => (await loadDeferred()).showPersonCard(message.sender_id, currentTarget)}
      >
        {outside ?? user?.full_name ?? message.sender_full_name}
      </button>
      {status?.emoji_name !== undefined && status.emoji_code !== undefined && (
        <span class="message-status" {...tip(status.status_text ?? "")}>
          <Emoji
            emoji={{
              type: status.reaction_type === "realm_emoji" ? "realm_emoji" : "unicode_emoji",
              name: status.emoji_name,
              code: status.emoji_code,
              src: state.realm_emoji[status.emoji_code]?.source_url,
            }}
          />
        </span>
      )}
      {user?.is_bot === true && <span class="message-role">{messageWords().bot}</span>}
      {user?.is_guest === true && (outside !== undefined || state.realm_enable_guest_user_indicator) && (
        <span class="message-role">{outside === undefined ? messageWords().guest : messageWords().outside}</span>
      )}
    </>
  );
}
