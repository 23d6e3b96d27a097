import { fillMarkup, type Markup, type Rendered } from "../../../../markup/index.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { writtenTopic } from "../../../conversations/topic-name.ts";
import { settingOf } from "../../../organization/users/users.ts";
import { checkMayPost, checkTopicPolicy } from "./channel-permissions.ts";
import type { Place } from "./destination.ts";
import { checkMayWriteTo } from "./direct-permissions.ts";
import { markupNames } from "./markup-names.ts";
import { checkGroupMentions, checkWildcards } from "./mention-permissions.ts";
import { type Recipients, recipientChannel, recipientUsers } from "./recipients.ts";

/** Where and to whom a message is to go, as its sender says it. */
export interface Address {
  readonly isDirect: boolean;
  readonly to: Recipients;
  readonly topic: string | undefined;
}

/** The place of an address, if its sender may send there (messages.md 2, checks 1 to 5). */
export const placeOf = (realm: Realm, actor: Actor, { isDirect, to, topic }: Address): Place =>
  isDirect ? directPlace(realm, actor, to) : channelPlace(realm, actor, to, topic);

function channelPlace(realm: Realm, actor: Actor, to: Recipients, topic: string | undefined): Place {
  const channel = recipientChannel(realm, actor, to);
  checkMayPost(realm, actor, channel);
  if (topic === undefined) throw badRequest("Missing topic");
  const written = writtenTopic(topic);
  checkTopicPolicy(realm, channel, written);
  return { kind: "channel", channel, topic: written };
}

function directPlace(realm: Realm, actor: Actor, to: Recipients): Place {
  const recipients = recipientUsers(realm, actor, to);
  checkMayWriteTo(realm, actor, recipients);
  return { kind: "direct", members: [actor.user_id, ...recipients.map(({ id }) => id)] };
}

/** A message as its sender writes it there, if they may call those whom it calls (checks 6 and 7). */
export function renderFor(realm: Realm, actor: Actor, place: Place, markup: Markup): Rendered {
  const translateEmoticons = settingOf(realm, actor.user_id, "translate_emoticons");
  const rendered = fillMarkup(markup, markupNames(realm, actor, { translateEmoticons }));
  if (place.kind === "channel") checkWildcards(realm, actor, place, rendered.mentions);
  checkGroupMentions(realm, actor, rendered.mentions.groups);
  return rendered;
}
