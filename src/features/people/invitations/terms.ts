import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { boolean, json, optional, textOf } from "../../../endpoints/parameter.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { type ChannelId, type GroupId, toChannelId, toGroupId } from "../../../protocol/ids.ts";
import { Role, roleSchema } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hasMetadataAccess } from "../../channels/channels/access.ts";
import { allTheChannels, type Channel } from "../../channels/channels/channels.ts";
import { canAddOthers } from "../../channels/subscriptions/access.ts";
import { accessLiveGroup, may } from "../../organization/groups/actions/access.ts";
import { everyGroup, type Group } from "../../organization/groups/groups.ts";

/** What an invitation makes of whoever accepts it. */
export interface Terms {
  readonly role: Role;
  readonly channels: readonly ChannelId[];
  readonly groups: readonly GroupId[];
  /** The organization's default channels too, as they are then. */
  readonly default_channels: boolean;
  readonly notify_referrer: boolean;
  /** What the welcome bot adds; null where that is the organization's own text, "" where it is nothing. */
  readonly welcome_text: string | null;
}

const ids = <Id>(toId: (id: number) => Id) =>
  v.optional(
    v.pipe(
      v.array(v.number()),
      v.transform((list): readonly Id[] => list.map(toId)),
    ),
    [],
  );

/** Whoever accepts an invitation that cannot be read becomes the least there is. */
const readTerms = stored(
  "invitations.terms",
  v.object({
    role: v.optional(roleSchema, Role.guest),
    channels: ids(toChannelId),
    groups: ids(toGroupId),
    default_channels: v.optional(v.boolean(), false),
    notify_referrer: v.optional(v.boolean(), false),
    welcome_text: v.optional(v.nullable(v.string()), null),
  }),
  (): Terms => ({
    ...{ role: Role.guest, channels: [], groups: [], default_channels: false },
    ...{ notify_referrer: true, welcome_text: null },
  }),
);

export const termsOf = ({ id, terms }: { readonly id: number; readonly terms: string }): Terms => readTerms(terms, id);

/** INVITATION_LINK_VALIDITY_MINUTES: ten days. */
const DEFAULT_MINUTES = 14_400;
const MOST_MINUTES = 100 * 366 * 24 * 60;
const LONGEST_WELCOME = 8000;
const MOST_NAMED = 1000;

const idList = v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(MOST_NAMED));

export const welcomeTextSchema = v.pipe(v.string(), v.maxCodePoints(LONGEST_WELCOME));

export const channelIdsParam = json(idList);
export const termsParams = {
  invite_expires_in_minutes: optional(
    json(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MOST_MINUTES)))),
    DEFAULT_MINUTES,
  ),
  invite_as: optional(json(roleSchema), Role.member),
  group_ids: optional(json(idList), []),
  include_realm_default_subscriptions: optional(boolean, false),
  // Text as it is; but clients that send values as JSON say null with a bare word.
  welcome_message_custom_text: optional(
    textOf(
      v.union([
        v.pipe(
          v.literal("null"),
          v.transform(() => null),
        ),
        welcomeTextSchema,
      ]),
    ),
    null,
  ),
};

interface WantedTerms {
  readonly invite_as: Role;
  readonly stream_ids: readonly number[];
  readonly group_ids: readonly number[];
  readonly include_realm_default_subscriptions: boolean;
  readonly notify_referrer_on_join: boolean;
  readonly welcome_message_custom_text: string | null;
}

/** The terms that the actor may offer (seed 4.12, users-groups-org.md 7). */
export function checkTerms(realm: Realm, actor: Actor, wanted: WantedTerms): Terms {
  return {
    role: wanted.invite_as,
    channels: [...new Set(wanted.stream_ids)].map((id) => offeredChannel(realm, actor, id).id),
    groups: [...new Set(wanted.group_ids)].map((id) => offeredGroup(realm, actor, id)),
    default_channels: wanted.include_realm_default_subscriptions,
    notify_referrer: wanted.notify_referrer_on_join,
    welcome_text: isAdministrator(actor) ? wanted.welcome_message_custom_text : null,
  };
}

/** Nobody invites somebody mightier than themselves. */
export function checkRole(actor: Actor, role: Role): void {
  if (role < actor.role) throw insufficientPermission();
}

/**
 * Of the terms of an invitation, those that whoever made it may still offer: they may have lost a permission since, and
 * channels and groups may have been put out of use (users-groups-org.md 7).
 */
export function stillOffered(realm: Realm, inviter: Actor, terms: Terms) {
  const { byId } = allTheChannels(realm);
  const channels = terms.channels.flatMap((id) => byId.get(id) ?? []);
  const groups = new Set(terms.groups);
  return {
    channels: channels.filter((channel) => isInSight(realm, inviter, channel) && mayOffer(realm, inviter, channel)),
    groups: everyGroup(realm).filter(
      (group) => groups.has(group.id) && group.deactivated === 0 && mayOfferGroup(realm, inviter, group),
    ),
    welcome_text: isAdministrator(inviter) ? terms.welcome_text : null,
  };
}

/** Whether somebody may offer themselves all that an invitation offers. */
export function mayOfferAll(realm: Realm, actor: Actor, terms: Terms): boolean {
  if (terms.role < actor.role) return false;
  const { channels, groups } = stillOffered(realm, actor, terms);
  return channels.length === terms.channels.length && groups.length === terms.groups.length;
}

const isInSight = (realm: Realm, actor: Actor, channel: Channel): boolean =>
  channel.is_archived === 0 && hasMetadataAccess(realm, actor, channel);

/** In a default channel everybody starts. */
const mayOffer = (realm: Realm, actor: Actor, channel: Channel): boolean =>
  channel.is_default === 1 || canAddOthers(realm, actor, channel);

const mayOfferGroup = (realm: Realm, actor: Actor, group: Group): boolean =>
  may(realm, actor, group, "can_add_members_group");

function offeredChannel(realm: Realm, actor: Actor, id: number): Channel {
  const channel = allTheChannels(realm).byId.get(toChannelId(id));
  if (channel === undefined || !isInSight(realm, actor, channel)) {
    throw badRequest(`Invalid channel ID ${id}. No invites were sent.`);
  }
  if (!mayOffer(realm, actor, channel)) {
    throw badRequest("You do not have permission to subscribe other users to channels.");
  }
  return channel;
}

function offeredGroup(realm: Realm, actor: Actor, id: number): GroupId {
  const group = accessLiveGroup(realm, id);
  if (!mayOfferGroup(realm, actor, group)) throw insufficientPermission();
  return group.id;
}
