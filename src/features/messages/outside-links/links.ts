import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, missingArgument, notFound } from "../../../protocol/errors.ts";
import type { TopicId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkOrganizationHas } from "../../../protocol/quota.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { randomToken } from "../../../util/random.ts";
import { before, days, inMilliseconds, type Seconds } from "../../../util/time.ts";
import { hasContentAccess, hasWholeHistory } from "../../channels/channels/access.ts";
import { type Channel, channelEntity, channelIndex } from "../../channels/channels/channels.ts";
import { startSubscriptionAt } from "../../channels/channels/subscribers.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import { findTopic, hasMessages } from "../../conversations/topics.ts";
import { createAccount } from "../../organization/account-actions/accounts.ts";
import { deactivate } from "../../organization/account-actions/deactivation.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import {
  countAttemptFrom,
  forgetBrowser,
  isKnownBrowser,
} from "../../organization/accounts/authentication/login-attempts.ts";
import { type ChannelTopic, markedName } from "../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { hasOnlyLogin } from "../../organization/organization-settings/login-methods.ts";
import { permits, storedValues } from "../../organization/organization-settings/realm-settings.ts";
import { endSessions, livingSessions } from "../../people/sessions/sessions.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { markEverythingRead } from "../core/read-state/read-state-store.ts";
import type { TopicMove } from "../editing/hooks.ts";
import { emitLinkAdded, emitLinkRemoved, emitLinkUpdated, emitManaged } from "./emit-links.ts";
import { forgetPeopleOutside } from "./outside-people.ts";
import type { Gone, LinkEnd, LinkRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** How long an ended link stays listed, so that people can see what it was for. */
export const SHOWN_AFTER_END = days(30);

const KEY_LENGTH = 32;

export const END_TIMER = "outside-links.end";

function setEndTimer(realm: Realm): void {
  const { at } = rows.nextEnd.one(realm.sql, {});
  if (at !== null) realm.timers.set(END_TIMER, inMilliseconds(at));
}

interface LinkTerms {
  readonly expires_at: Seconds;
  readonly max_people: number;
  readonly can_post: boolean;
  readonly can_upload: boolean;
  readonly can_call: boolean;
}

interface NewLink extends LinkTerms {
  readonly channel: Channel;
  readonly topic: string | undefined;
  readonly history: boolean;
}

const PERMISSION = "can_create_outside_links_group";

/** Whether links can exist. If everyone logs in at one service, an owner must first have chosen who can create them. */
const mayExist = (realm: Realm): boolean => !hasOnlyLogin(realm) || storedValues(realm)[PERMISSION] !== undefined;

/** Throws if the actor can't create outside links, or can't read all that the link shows. */
function checkMayCreate(realm: Realm, actor: Actor, { channel, topic, history }: NewLink): TopicId | null {
  if (!permits(realm, actor, PERMISSION)) throw insufficientPermission();
  if (!mayExist(realm)) {
    throw badRequest("Everyone here logs in at one service. An owner must first allow links for people outside.");
  }
  if (!hasContentAccess(realm, actor, channel)) throw badRequest("Invalid channel ID");
  if (channel.is_archived === 1) throw badRequest("This channel is archived.");
  if (history && !hasWholeHistory(realm, actor, channel)) {
    throw badRequest("This channel doesn't show its history to those who join it.");
  }
  if (topic === undefined) return null;
  const found = findTopic(realm, channel.conversation_id, topic);
  if (found === undefined || !hasMessages(realm, found.id)) throw badRequest(`No such topic '${topic}'`);
  return found.id;
}

/** Creates a link, and returns it with its key, which is not stored. */
export function createLink(
  realm: Realm,
  actor: Actor,
  wished: NewLink,
): { readonly link: LinkRow; readonly key: string } {
  const topic_id = checkMayCreate(realm, actor, wished);
  const { channel, topic, history, ...terms } = wished;
  const now = realm.seconds();
  rows.deletePastLinks.run(realm.sql, { before: before(now, SHOWN_AFTER_END) });
  checkOrganizationHas(
    rows.openLinks.all(realm.sql, {}).length + 1,
    limits.organization.outside_links,
    "links for people outside",
  );
  const key = randomToken(realm.random, KEY_LENGTH);
  const link = rows.insertLink.one(realm.sql, {
    ...terms,
    key_hash: hashKey(key),
    creator: actor.user_id,
    channel_id: channel.id,
    topic_id,
    history,
    from_message: history ? 1 : newestMessageId(realm) + 1,
    created_at: now,
  });
  audit(realm, "outside_link.created", {
    of: channelEntity(channel),
    details: { link_id: link.id, ...(topic !== undefined && { topic }), history, ...terms },
  });
  setEndTimer(realm);
  emitLinkAdded(realm, link);
  emitManaged(realm, link);
  return { link, key };
}

export function changeLink(realm: Realm, link: LinkRow, terms: LinkTerms): void {
  const { expires_at, max_people, can_post, can_upload, can_call } = link;
  const was = {
    ...{ expires_at, max_people, can_post: can_post === 1, can_upload: can_upload === 1, can_call: can_call === 1 },
  };
  if (Object.entries(terms).every(([term, value]) => was[term as keyof LinkTerms] === value)) return;
  rows.updateLink.run(realm.sql, { id: link.id, ...terms });
  audit(realm, "outside_link.changed", {
    of: entityOf(realm, link),
    details: { link_id: link.id, before: { ...was }, after: { ...terms } },
  });
  linkChanged(realm, link.id);
  // Makes calls recheck which members can stay.
  for (const { user_id } of rows.peopleOfLink.all(realm.sql, { link: link.id })) realm.loginsEnded(user_id);
  setEndTimer(realm);
}

/** Must run after a link or its people have changed. */
export function linkChanged(realm: Realm, id: number): void {
  forgetPeopleOutside(realm);
  emitLinkUpdated(realm, id);
}

const entityOf = (realm: Realm, { channel_id }: LinkRow) =>
  channelEntity(channelIndex(realm).byId.get(channel_id) ?? { id: channel_id, name: "" });

/**
 * Ends a link. Deactivates the accounts of the people who joined through it, which ends their sessions, queues, streams
 * and calls. What they wrote stays.
 */
export function endLink(realm: Realm, link: LinkRow, reason: LinkEnd): void {
  if (link.ended_at !== null) return;
  rows.setLinkEnded.run(realm.sql, { id: link.id, at: realm.seconds(), reason });
  forgetPeopleOutside(realm);
  audit(realm, "outside_link.ended", { of: entityOf(realm, link), details: { link_id: link.id, reason } });
  for (const { user_id } of rows.peopleOfLink.all(realm.sql, { link: link.id })) {
    const user = findUser(realm, user_id);
    if (user === undefined) continue;
    deactivate(realm, user);
    endSessions(realm, user_id);
  }
  emitLinkRemoved(realm, link);
  emitManaged(realm, { ...link, ended_at: realm.seconds(), end_reason: reason });
}

function endLinks(realm: Realm, reason: LinkEnd, isMeant: (link: LinkRow) => boolean): void {
  for (const link of rows.openLinks.all(realm.sql, {})) if (isMeant(link)) endLink(realm, link, reason);
}

export function endDueLinks(realm: Realm): void {
  const now = realm.seconds();
  endLinks(realm, "date", ({ expires_at }) => expires_at <= now);
  endLinks(realm, "creator", (link) => !mayOpen(realm, viewerOf(realm, link.creator), link));
  setEndTimer(realm);
}

function readsChannel(realm: Realm, viewer: Viewer, { channel_id }: LinkRow): boolean {
  const channel = channelIndex(realm).byId.get(channel_id);
  return channel !== undefined && hasContentAccess(realm, viewer, channel);
}

/** Whether someone could create a link now: they have the permission, and can read its channel. */
export const mayOpen = (realm: Realm, viewer: Viewer, link: LinkRow): boolean =>
  mayExist(realm) && permits(realm, viewer, PERMISSION) && readsChannel(realm, viewer, link);

/** Whether a link can still be used: it hasn't ended, and its creator is active and could still create it. */
export const isUsable = (realm: Realm, link: LinkRow): boolean =>
  link.ended_at === null &&
  link.expires_at > realm.seconds() &&
  channelIndex(realm).byId.get(link.channel_id)?.is_archived === 0 &&
  findUser(realm, link.creator)?.is_active === 1 &&
  mayOpen(realm, viewerOf(realm, link.creator), link);

/** Wrong, ended and used-up keys get the same error. */
const invalidLink = () =>
  notFound("This link isn't valid, or has ended. Ask the person who gave it to you for a new one.");

interface OpenLink {
  readonly link: LinkRow;
  readonly channel: Channel;
  readonly inviter: User;
  /** The person who joined through the link in this browser before. */
  readonly returning: User | undefined;
}

/**
 * Returns the link with a key. Throws if no one can join through the link. People who joined before can return even if
 * it is full.
 */
export function accessLinkByKey(realm: Realm, key: string, { browser }: Pick<RequestFacts, "browser">): OpenLink {
  const link = rows.linkByKeyHash.first(realm.sql, { key_hash: hashKey(key) });
  if (link === undefined || !isUsable(realm, link)) throw invalidLink();
  const returning = returningIn(realm, link, browser);
  if (returning === undefined && !hasPlace(realm, link)) throw invalidLink();
  const channel = channelIndex(realm).byId.get(link.channel_id);
  const inviter = findUser(realm, link.creator);
  if (channel === undefined || inviter === undefined) throw invalidLink();
  return { link, channel, inviter, returning };
}

/**
 * How many people who left a link stop counting toward its limit, in total. Limits how many accounts one person can
 * create with it.
 */
const MOST_FREED = 20;

function hasPlace(realm: Realm, { id: link, max_people, kept }: LinkRow): boolean {
  const { came, left } = rows.countPeople.one(realm.sql, { link });
  return came + kept - Math.min(left, MOST_FREED) < max_people;
}

function returningIn(realm: Realm, { id: link }: LinkRow, browser: string | undefined): User | undefined {
  if (browser === undefined) return undefined;
  return rows.peopleOfLink
    .all(realm.sql, { link })
    .map(({ user_id }) => findUser(realm, user_id))
    .find((user) => user?.is_active === 1 && isKnownBrowser(realm, user.id, browser));
}

/** Maximum people who can join per half hour from one address. */
const MOST_ENTRIES = 30;

const ADDRESS = "outside-";

/** Whether an address is the placeholder for users who joined through a link and have no email address. */
export const isAddressOutside = (realm: Realm, address: string): boolean =>
  address.startsWith(ADDRESS) && address.endsWith(`@${realm.host}`);

/** Creates an account for someone who joins through a link. */
export function enter(
  realm: Realm,
  { link, channel }: OpenLink,
  { full_name, locale }: { readonly full_name: string | undefined; readonly locale: string | undefined },
  request: RequestFacts,
): User {
  if (full_name === undefined) throw missingArgument("full_name");
  const name = markedName(full_name);
  countAttemptFrom(realm, request.address, "entry from outside", MOST_ENTRIES);
  checkOrganizationHas(
    rows.allPeople.all(realm.sql, {}).length + 1,
    limits.organization.outside_people,
    "people outside",
  );
  const user = createAccount(realm, {
    delivery_email: `${ADDRESS}${randomToken(realm.random, KEY_LENGTH).toLowerCase()}@${realm.host}`,
    full_name: name,
    role: Role.guest,
    channels: [channel.id],
    locale,
    joins: true,
  });
  rows.insertPerson.run(realm.sql, { user: user.id, link: link.id, at: realm.seconds() });
  startSubscriptionAt(realm, user.id, channel.id, link.from_message);
  if (link.history === 1) markEverythingRead(realm, user.id);
  linkChanged(realm, link.id);
  return user;
}

/**
 * Ends the access of someone who logged out of their last browser, because only their browsers identify them. They no
 * longer count toward the link's limit. If they are still logged in elsewhere, only this browser forgets them, because
 * someone else may use it next.
 */
export function leave(realm: Realm, id: UserId, browser: string | undefined): void {
  const person = rows.personById.first(realm.sql, { user: id });
  const user = findUser(realm, id);
  if (person === undefined || user === undefined) return;
  if (livingSessions(realm, id).size > 0) {
    if (browser !== undefined) forgetBrowser(realm, id, browser);
    return;
  }
  if (person.gone === null) rows.setGone.run(realm.sql, { user: id, gone: "left" });
  deactivate(realm, user);
  endSessions(realm, id);
}

/** Ends the access of one person. They still count toward the link's limit, because they still have the link. */
export function removePerson(realm: Realm, user: User): void {
  deactivate(realm, user);
  endSessions(realm, user.id);
}

/** Records that someone who joined through an open link was deactivated or reactivated. */
export function notePresence(realm: Realm, { id }: User, gone: Gone | null): void {
  const person = rows.personById.first(realm.sql, { user: id });
  const link = person && rows.linkById.first(realm.sql, { id: person.link_id });
  if (person === undefined || link === undefined || link.ended_at !== null) return;
  if (gone === null || person.gone === null) rows.setGone.run(realm.sql, { user: id, gone });
  linkChanged(realm, link.id);
}

/**
 * Updates the links of a renamed topic. Ends them if the topic was moved to another channel or merged into another
 * topic.
 */
export function followTopic(realm: Realm, { from, to, joins }: TopicMove): void {
  const stays = from.channel.id === to.channel.id && !joins;
  for (const link of rows.openLinks.all(realm.sql, {})) {
    if (link.topic_id !== from.topic || from.topic === to.topic) continue;
    if (!stays) {
      endLink(realm, link, "moved");
      continue;
    }
    rows.setLinkTopic.run(realm.sql, { id: link.id, topic: to.topic });
    linkChanged(realm, link.id);
    endQueuesOfPeople(realm, link.id);
  }
}

/** Makes the clients of a link's people register again. */
function endQueuesOfPeople(realm: Realm, link: number): void {
  for (const { user_id } of rows.peopleOfLink.all(realm.sql, { link })) realm.endQueuesOf(user_id);
}

export const endLinksOf = (realm: Realm, creator: UserId): void =>
  endLinks(realm, "creator", (link) => link.creator === creator);

/** Ends links right after a change if their creators have lost the permission to create them. */
export function judgeSoon(realm: Realm): void {
  if (rows.nextEnd.one(realm.sql, {}).at !== null) realm.timers.setSooner(END_TIMER, realm.clock.milliseconds());
}

/** Ends a channel's links when it is archived or its access is restricted. */
export const endLinksTo = (realm: Realm, { id }: Channel): void =>
  endLinks(realm, "channel", (link) => link.channel_id === id);

/** Whether some open link shows the first topic but not the second. */
export function isOnlyOpen(realm: Realm, here: ChannelTopic, there: ChannelTopic): boolean {
  const channel = channelIndex(realm).byId.get(here.channel);
  const id = channel && findTopic(realm, channel.conversation_id, here.topic)?.id;
  return rows.openLinks
    .all(realm.sql, {})
    .some(
      ({ channel_id, topic_id }) =>
        channel_id === here.channel && (topic_id === null ? there.channel !== channel_id : topic_id === id),
    );
}
