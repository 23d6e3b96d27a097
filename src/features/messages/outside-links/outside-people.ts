import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import { findTopic, sendersAfter } from "../../conversations/topics.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { type OutsideAccess, outsidePeople } from "../../organization/accounts/outside-access.ts";
import { emitUserVisible } from "../../organization/accounts/visibility-events.ts";
import type { MentionNotice } from "../core/send/destination.ts";
import { allPeople, type LinkRow, linksWithPeople, personById } from "./rows.ts";

const peopleKey = cacheKey<ReadonlyMap<UserId, OutsideAccess>>("people outside");

/** Returns everyone who joined through a link with what they can see, including people whose links have ended. */
export const peopleOutside = (realm: Realm): ReadonlyMap<UserId, OutsideAccess> =>
  realm.cached(peopleKey, () => {
    const links = new Map(linksWithPeople.all(realm.sql, {}).map((link) => [link.id, accessBy(link)]));
    return new Map(
      allPeople.all(realm.sql, {}).flatMap(({ user_id, link_id }) => {
        const access = links.get(link_id);
        return access === undefined ? [] : [[user_id, access] as const];
      }),
    );
  });

/** Whether someone joined through a link and still has access: they were neither removed nor made a guest. */
export const isInside = (realm: Realm, user: UserId): boolean =>
  personById.first(realm.sql, { user }) !== undefined && findUser(realm, user)?.is_active === 1;

function accessBy(link: LinkRow): OutsideAccess {
  const isOpen = link.ended_at === null;
  return {
    link: link.id,
    channel: isOpen ? link.channel_id : null,
    topic: link.topic_id,
    from: link.from_message,
    inviter: link.creator,
    expires_at: link.expires_at,
    can_post: isOpen && link.can_post === 1,
    can_upload: isOpen && link.can_upload === 1,
    can_call: isOpen && link.can_call === 1,
  };
}

/** Must run after links or their people have changed. */
export function forgetPeopleOutside(realm: Realm): void {
  realm.forget(peopleKey);
  realm.forget(seenKey);
}

/** Writers of the messages that a link opens, up to a message id. */
interface Writers {
  readonly users: Set<UserId>;
  upTo: number;
}
const seenKey = cacheKey<Map<number, Writers>>("people seen from outside");

/** Maximum messages whose writers are looked up. People who only wrote older ones are shown as unknown. */
const MAX_LOOKED_AT = 10_000;

/** Returns the people who are visible through a link. Reads only messages newer than the previous call. */
export function seenThrough(realm: Realm, { link, channel, topic, from, inviter }: OutsideAccess): ReadonlySet<UserId> {
  const known = realm.cached(seenKey, () => new Map<number, Writers>());
  const writers = known.get(link) ?? { users: new Set([inviter]), upTo: from - 1 };
  known.set(link, writers);
  const newest = newestMessageId(realm);
  const place = channel === null ? undefined : channelIndex(realm).byId.get(channel);
  if (newest <= writers.upTo || place === undefined) return writers.users;
  const range = { after: writers.upTo, most: MAX_LOOKED_AT };
  for (const user of sendersAfter(realm, { conversation: place.conversation_id, topic }, range))
    writers.users.add(user);
  writers.upTo = newest;
  return writers.users;
}

/**
 * Whether a user wrote a message that the link opens, before the newest one. Can wrongly be false if nothing is cached.
 */
const isSeenAlready = (realm: Realm, { link }: OutsideAccess, user: UserId): boolean =>
  realm.peek(seenKey)?.get(link)?.users.has(user) === true;

/** Must run after messages were moved or deleted. */
export const forgetSeen = (realm: Realm): void => realm.forget(seenKey);

/**
 * Makes clients of users who joined through a link register again after a move to another channel or, if the link opens
 * only a topic, after any move. They may not have received the move's event, because it can name topics or channels
 * that the link doesn't open.
 */
export function afterMoves(realm: Realm, _messages: readonly MessageId[], changesChannel: boolean): void {
  forgetSeen(realm);
  for (const [user, { topic }] of outsidePeople(realm)) if (changesChannel || topic !== null) realm.endQueuesOf(user);
}

/** Emits a message's sender, before the message, to users who joined through a link and haven't seen the sender yet. */
export function showSender(realm: Realm, { sender, destination, before }: MentionNotice): void {
  const people = outsidePeople(realm);
  if (before !== null || destination.kind !== "channel" || people.size === 0) return;
  const { channel, topic } = destination;
  const topicId = findTopic(realm, channel.conversation_id, topic)?.id;
  const user = findUser(realm, sender);
  for (const [person, access] of people) {
    if (access.channel !== channel.id || (access.topic !== null && access.topic !== topicId)) continue;
    if (person === sender || user === undefined || isSeenAlready(realm, access, sender)) continue;
    if (realm.queues.listens(person)) emitUserVisible(realm, viewerOf(realm, person), user);
  }
  // Recorded only after the loop, because everyone who joined through the link shares one record of the senders seen.
  for (const access of people.values()) if (access.channel === channel.id) seenThrough(realm, access);
}
