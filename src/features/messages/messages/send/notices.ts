import { fillMarkup, type Markup, parseMarkupNow, type Rendered } from "../../../../markup/index.ts";
import type { ChannelId, MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels } from "../../../channels/channels/channels.ts";
import { writtenTopic } from "../../../conversations/topic-name.ts";
import { type SystemBotName, systemBot } from "../../../organization/users/users.ts";
import type { Place } from "./destination.ts";
import { markupNames } from "./markup-names.ts";
import { trimContent } from "./message-content.ts";
import { postMessage } from "./post-message.ts";

const CLIENT = "Internal";
const NOTIFIER: SystemBotName = "notification-bot";

interface ChannelNotice {
  readonly channel: ChannelId;
  readonly topic: string;
  readonly content: string;
  /** The content, parsed: of a notice that quotes what may be long. */
  readonly markup?: Markup;
  /** For whom it arrives as read. */
  readonly readBy?: ReadonlySet<UserId>;
}

/** Posts a message of the notification bot in a channel, as part of the change that it tells of. */
export function sendChannelNotice(
  realm: Realm,
  { channel: id, topic, content, markup, readBy = new Set() }: ChannelNotice,
): MessageId {
  const channel = allTheChannels(realm).byId.get(id);
  if (channel === undefined) throw new Error(`no channel ${id}`);
  return post(realm, { kind: "channel", channel, topic: writtenTopic(topic) }, { content, markup, readBy });
}

interface DirectNotice {
  readonly to: UserId;
  readonly content: string;
  /** The content, where somebody else than the server has written it: it names what that one may see. */
  readonly rendered?: Rendered;
  /** Which of the server's bots writes; the notification bot, unless told otherwise. */
  readonly from?: SystemBotName;
}

/** Writes to somebody as one of the server's bots, as part of the change that it tells of. */
export function sendDirectNotice(realm: Realm, { to, content, rendered, from = NOTIFIER }: DirectNotice): MessageId {
  const members = [systemBot(realm, from).id, to];
  return post(realm, { kind: "direct", members }, { content, rendered, from });
}

interface Notice {
  readonly content: string;
  readonly markup?: Markup | undefined;
  readonly rendered?: Rendered | undefined;
  readonly readBy?: ReadonlySet<UserId>;
  readonly from?: SystemBotName;
}

function post(realm: Realm, place: Place, notice: Notice): MessageId {
  const { content: text, markup, rendered: given, readBy = new Set(), from = NOTIFIER } = notice;
  const sender = systemBot(realm, from);
  const content = trimContent(text);
  const rendered = given ?? render(realm, markup ?? parseMarkupNow(content));
  return postMessage(realm, { sender, place, content, rendered, client: CLIENT, readBySender: false, readBy }).id;
}

const render = (realm: Realm, markup: Markup): Rendered =>
  fillMarkup(markup, markupNames(realm, null, { translateEmoticons: false }));
