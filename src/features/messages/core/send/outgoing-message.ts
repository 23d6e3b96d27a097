import { fillMarkup, type Markup, type Rendered } from "../../../../markup/index.ts";
import { type Actor, isKeptFrom } from "../../../../protocol/actor.ts";
import { badRequest, insufficientScope } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { findDirectConversation, newestIn } from "../../../conversations/conversations.ts";
import { topicToWrite } from "../../../conversations/topic-name.ts";
import { actorOf, settingOf, type User } from "../../../organization/accounts/accounts.ts";
import { permits, realmPermissionValues } from "../../../organization/organization-settings/realm-settings.ts";
import { systemGroupIds } from "../../../organization/user-groups/user-groups.ts";
import { checkMayPost, checkTopic } from "./channel-permissions.ts";
import type { Destination } from "./destination.ts";
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

/** Throws if the sender can't send direct messages to these users (messages.md 2, check 5). */
export function checkMaySendDirect(realm: Realm, actor: Actor, recipients: readonly User[]): void {
  if (actor.grant?.scopes.has("write:direct") === false) throw insufficientScope("write:direct");
  const kept = recipients.find(({ id }) => isKeptFrom(actor, [id]));
  if (kept !== undefined) throw badRequest(`Invalid user ID ${kept.id}`);
  const gone = recipients.find((user) => user.is_active === 0);
  if (gone !== undefined) throw badRequest(`'${gone.email}' is no longer using this service.`);
  const others = recipients.filter((user) => user.id !== actor.user_id);
  const people = others.filter((user) => user.bot_type === null);
  if (actor.is_bot || people.length === 0) return;
  const participants = [actor, ...people.map(actorOf)];
  if (!participants.some((one) => permits(realm, one, "direct_message_permission_group"))) {
    const nobody = systemGroupIds(realm)["role:nobody"];
    throw badRequest(
      realmPermissionValues(realm).direct_message_permission_group === nobody
        ? "Direct messages are disabled in this organization."
        : "This conversation does not include any users who can authorize it.",
    );
  }
  const conversation = findDirectConversation(realm, [actor.user_id, ...others.map(({ id }) => id)]);
  const isNew = conversation === undefined || newestIn(realm, conversation) === 0;
  if (isNew && !permits(realm, actor, "direct_message_initiator_group")) {
    throw badRequest("You do not have permission to initiate direct message conversations.");
  }
}
