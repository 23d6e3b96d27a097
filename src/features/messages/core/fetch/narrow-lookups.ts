import type { Actor } from "../../../../protocol/actor.ts";
import { unlessRefused } from "../../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import {
  accessChannel,
  accessChannelByName,
  accessibleChannels,
  hasWholeHistory,
} from "../../../channels/channels/access.ts";
import { type Channel, channelIndex } from "../../../channels/channels/channels.ts";
import {
  directConversationsOf,
  directConversationsWith,
  findDirectConversation,
  membersOfConversation,
} from "../../../conversations/conversations.ts";
import { topicWithId } from "../../../conversations/topics.ts";
import { accessUser, accessUserByEmail } from "../../../organization/accounts/access.ts";
import {
  conditionsOf,
  type NarrowChannel,
  type NarrowLocation,
  type NarrowLookups,
  parseTerms,
  resolveNarrow,
} from "../narrow/index.ts";
import { accessMessage } from "../store/access.ts";
import { searchesAsGuest } from "./view-of.ts";

/** The realm's lookups for narrows. A null actor is a spectator. */
export function narrowLookups(realm: Realm, actor: Actor | null): NarrowLookups {
  const viewer = actor?.user_id ?? toUserId(0);
  const narrowChannel = (channel: Channel): NarrowChannel => ({
    channel: channel.id,
    conversation: channel.conversation_id,
    fullHistory: hasWholeHistory(realm, actor, channel),
  });
  // A narrow treats channels that the viewer can't see as nonexistent.
  const visibleChannel = (look: () => Channel) => {
    const channel = unlessRefused(look);
    return channel && narrowChannel(channel);
  };
  return {
    viewer,
    isGuest: searchesAsGuest(actor),
    channelById: (id) => visibleChannel(() => accessChannel(realm, actor, id, "content")),
    channelByName: (name) => visibleChannel(() => accessChannelByName(realm, actor, name, "content")),
    channels: (kind) =>
      accessibleChannels(realm, actor, "content")
        .filter((channel) => isOfKind[kind](channel))
        .map(narrowChannel),
    userById: (id) => unlessRefused(() => accessUser(realm, actor, id))?.id,
    userByEmail: (email) => unlessRefused(() => accessUserByEmail(realm, actor, email))?.id,
    directConversation: (participants) => findDirectConversation(realm, participants),
    directConversationsIncluding: (user, options) => conversationsIncluding(realm, viewer, user, options),
    location: (id) => unlessRefused(() => locationOf(realm, actor, id)),
  };
}

/**
 * Returns a queue's narrow with the users in `mentions` replaced by ids, because events contain no addresses to
 * compare.
 */
export function resolveEventNarrow(
  realm: Realm,
  actor: Actor | null,
  narrow: readonly (readonly [string, string])[],
): (readonly [string, string])[] {
  const idOf = (operand: string) => {
    const filter = resolveNarrow(parseTerms([["mentions", operand]]), narrowLookups(realm, actor));
    return conditionsOf(filter, "mentions").map(({ id }) => String(id));
  };
  return narrow.flatMap(([operator, operand]) =>
    operator === "mentions" ? idOf(operand).map((id) => [operator, id] as const) : [[operator, operand] as const],
  );
}

const isOfKind: Record<Parameters<NarrowLookups["channels"]>[0], (channel: Channel) => boolean> = {
  public: ({ invite_only }) => invite_only === 0,
  "web-public": ({ is_web_public }) => is_web_public === 1,
  archived: ({ is_archived }) => is_archived === 1,
};

function conversationsIncluding(realm: Realm, viewer: UserId, user: UserId, { groupsOnly }: { groupsOnly: boolean }) {
  const shared = user === viewer ? directConversationsOf(realm, viewer) : directConversationsWith(realm, viewer, user);
  return shared.filter(({ members }) => !groupsOnly || members.length > 2).map(({ id }) => id);
}

function locationOf(realm: Realm, actor: Actor | null, id: number): NarrowLocation {
  const { conversation_id, topic_id } = accessMessage(realm, actor, id);
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  if (channel === undefined) return { kind: "direct", participants: membersOfConversation(realm, conversation_id) };
  const topic = topic_id === null ? "" : (topicWithId(realm, topic_id)?.name ?? "");
  return { kind: "channel", channel: channel.id, topic };
}
