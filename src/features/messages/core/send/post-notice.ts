import { fillMarkup, type Mentions, parseMarkupNow } from "../../../../markup/index.ts";
import type { MessageId } from "../../../../protocol/ids.ts";
import { trimContent } from "../../../../protocol/message-content.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { topicToWrite } from "../../../conversations/topic-name.ts";
import { systemBot, type User } from "../../../organization/accounts/accounts.ts";
import type { Notice } from "../../../organization/system-messages/system-messages.ts";
import type { Destination } from "./destination.ts";
import { markupNames } from "./markup-names.ts";
import { postMessage } from "./post-message.ts";

const CLIENT = "Internal";
const NO_MENTIONS: Mentions = { users: [], groups: [], channelWildcard: false, topicWildcard: false };

export function postNotice(
  realm: Realm,
  { from, to, readBy = new Set(), isQuiet = false, widget, ...notice }: Notice,
): MessageId {
  const sender = systemBot(realm, from);
  const content = trimContent(notice.content);
  const rendered = notice.rendered ?? fillMarkup(notice.markup ?? parseMarkupNow(content), markupNames(realm, null));
  const destination = destinationOf(realm, sender, to);
  const message = {
    sender,
    destination,
    content,
    // Notices refer to topics, channels and users silently, but a name can contain a mention.
    rendered: { ...rendered, mentions: NO_MENTIONS },
    client: CLIENT,
    readBySender: false,
    readBy,
    isQuiet,
    widget,
  };
  return postMessage(realm, message).id;
}

function destinationOf(realm: Realm, sender: User, to: Notice["to"]): Destination {
  if ("user" in to) return { kind: "direct", members: [sender.id, to.user] };
  const channel = channelIndex(realm).byId.get(to.channel);
  if (channel === undefined) throw new Error(`no channel ${to.channel}`);
  const topic = channel.topics_policy === "empty_topic_only" ? "" : topicToWrite(to.topic);
  return { kind: "channel", channel, topic };
}
