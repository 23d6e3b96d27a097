import { fillMarkup, type Markup, type Rendered } from "../../../../markup/index.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { topicToWrite } from "../../../conversations/topic-name.ts";
import { settingOf } from "../../../organization/accounts/accounts.ts";
import { checkMayPost, checkTopic } from "./channel-permissions.ts";
import type { Destination } from "./destination.ts";
import { checkMaySendDirect } from "./direct-permissions.ts";
import { markupNames } from "./markup-names.ts";
import { checkGroupMentions, checkWildcardMentions } from "./mention-permissions.ts";
import { type RecipientParameter, recipientChannel, recipientUsers } from "./recipient-parameter.ts";

export interface MessageAddress {
  readonly isDirect: boolean;
  readonly to: RecipientParameter;
  readonly topic: string | undefined;
}

/** Resolves an address to a destination. Throws if the sender can't send there (messages.md 2, checks 1 to 5). */
export const destinationOf = (realm: Realm, actor: Actor, { isDirect, to, topic }: MessageAddress): Destination =>
  isDirect ? directDestination(realm, actor, to) : channelDestination(realm, actor, to, topic);

function channelDestination(
  realm: Realm,
  actor: Actor,
  to: RecipientParameter,
  topic: string | undefined,
): Destination {
  const channel = recipientChannel(realm, actor, to);
  checkMayPost(realm, actor, channel);
  if (topic === undefined) throw badRequest("Missing topic");
  const written = topicToWrite(topic);
  checkTopic(realm, actor, channel, written);
  return { kind: "channel", channel, topic: written };
}

function directDestination(realm: Realm, actor: Actor, to: RecipientParameter): Destination {
  const recipients = recipientUsers(realm, actor, to);
  checkMaySendDirect(realm, actor, recipients);
  return { kind: "direct", members: [actor.user_id, ...recipients.map(({ id }) => id)] };
}

/**
 * Renders a message for its destination. Throws for mentions that its sender isn't allowed to make (messages.md 2,
 * checks 6 and 7).
 */
export function renderChecked(realm: Realm, actor: Actor, destination: Destination, markup: Markup): Rendered {
  const translateEmoticons = settingOf(realm, actor.user_id, "translate_emoticons");
  const rendered = fillMarkup(markup, markupNames(realm, actor, { translateEmoticons }));
  if (destination.kind === "channel") checkWildcardMentions(realm, actor, destination, rendered.mentions);
  checkGroupMentions(realm, actor, rendered.mentions.groups);
  return rendered;
}
