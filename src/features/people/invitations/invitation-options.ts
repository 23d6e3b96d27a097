import * as v from "valibot";
import { boolean, json, optional, textParameter, type Values } from "../../../api/parameter.ts";
import { stored } from "../../../database/stored.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { type GroupId, toChannelId, toGroupId } from "../../../protocol/ids.ts";
import { Role, roleSchema } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hasMetadataAccess } from "../../channels/channels/access.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { canAddOthers } from "../../channels/subscriptions/subscription-request.ts";
import { accessGroupToFill, hasGroupPermission, isGroupManaged } from "../../organization/group-actions/access.ts";
import { everyGroup, type Group } from "../../organization/user-groups/user-groups.ts";

const ids = <Id>(toId: (id: number) => Id) =>
  v.optional(
    v.pipe(
      v.array(v.number()),
      v.transform((list): readonly Id[] => list.map(toId)),
    ),
    [],
  );

/** Options of an invitation, applied when a user accepts it. */
const optionsSchema = v.object({
  role: v.optional(roleSchema, Role.guest),
  channels: ids(toChannelId),
  groups: ids(toGroupId),
  /** Whether the new account is also subscribed to the organization's default channels as of its creation. */
  default_channels: v.optional(v.boolean(), false),
  notify_referrer: v.optional(v.boolean(), false),
  /** Custom text of the welcome message, null for the organization's text, or "" for none. */
  welcome_text: v.optional(v.nullable(v.string()), null),
});
export type InvitationOptions = Readonly<v.InferOutput<typeof optionsSchema>>;

/** Unreadable options create a guest without channels and groups. */
const parseOptions = stored("invitations.terms", optionsSchema, () => ({
  ...{ role: Role.guest, channels: [], groups: [], default_channels: false },
  ...{ notify_referrer: true, welcome_text: null },
}));

export const optionsOf = ({ id, terms }: { readonly id: number; readonly terms: string }): InvitationOptions =>
  parseOptions(terms, id);

/** Zulip's INVITATION_LINK_VALIDITY_MINUTES: ten days. */
const DEFAULT_MINUTES = 14_400;
const MAX_MINUTES = 100 * 366 * 24 * 60;
const MAX_WELCOME_CODE_POINTS = 8000;
const MAX_IDS = 1000;

const idList = v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(MAX_IDS));

export const welcomeTextSchema = v.pipe(v.string(), v.maxCodePoints(MAX_WELCOME_CODE_POINTS));

export const channelIdsParam = json(idList);
export const optionParams = {
  invite_expires_in_minutes: optional(
    json(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_MINUTES)))),
    DEFAULT_MINUTES,
  ),
  invite_as: optional(json(roleSchema), Role.member),
  group_ids: optional(json(idList), []),
  include_realm_default_subscriptions: optional(boolean, false),
  // Plain text, not JSON. Clients that encode every value as JSON send the string `null`.
  welcome_message_custom_text: optional(
    textParameter(
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

type RequestedOptions = Values<typeof optionParams> & {
  readonly stream_ids: readonly number[];
  readonly notify_referrer_on_join: boolean;
};

/**
 * Returns the options of a request. Throws unless the actor can grant all of them (seed 4.12, users-groups-org.md 7).
 */
export function checkOptions(realm: Realm, actor: Actor, requested: RequestedOptions): InvitationOptions {
  return {
    role: requested.invite_as,
    channels: [...new Set(requested.stream_ids)].map((id) => accessChannelToGrant(realm, actor, id).id),
    groups: [...new Set(requested.group_ids)].map((id) => accessGroupToGrant(realm, actor, id)),
    default_channels: requested.include_realm_default_subscriptions,
    notify_referrer: requested.notify_referrer_on_join,
    welcome_text: isAdministrator(actor) ? requested.welcome_message_custom_text : null,
  };
}

/** Throws for a role above the actor's own. */
export function checkRole(actor: Actor, role: Role): void {
  if (role < actor.role) throw insufficientPermission();
}

/**
 * Returns the channels, groups and text of an invitation that its inviter can still grant on acceptance. The inviter
 * may have lost permissions, channels may have been archived, and groups deactivated or taken over by a directory
 * (users-groups-org.md 7).
 */
export function grantableOptions(realm: Realm, inviter: Actor, options: InvitationOptions) {
  const { byId } = channelIndex(realm);
  const channels = options.channels.flatMap((id) => byId.get(id) ?? []);
  const groups = new Set(options.groups);
  return {
    channels: channels.filter(
      (channel) => isVisible(realm, inviter, channel) && mayGrantChannel(realm, inviter, channel),
    ),
    groups: everyGroup(realm).filter(
      (group) => groups.has(group.id) && group.deactivated === 0 && mayGrantGroup(realm, inviter, group),
    ),
    welcome_text: isAdministrator(inviter) ? options.welcome_text : null,
  };
}

export function mayGrantAll(realm: Realm, actor: Actor, options: InvitationOptions): boolean {
  if (options.role < actor.role) return false;
  const { channels, groups } = grantableOptions(realm, actor, options);
  return channels.length === options.channels.length && groups.length === options.groups.length;
}

const isVisible = (realm: Realm, actor: Actor, channel: Channel): boolean =>
  channel.is_archived === 0 && hasMetadataAccess(realm, actor, channel);

/** True if the actor can subscribe the invited user to a channel. Default channels need no permission. */
const mayGrantChannel = (realm: Realm, actor: Actor, channel: Channel): boolean =>
  channel.is_default === 1 || canAddOthers(realm, actor, channel);

const mayGrantGroup = (realm: Realm, actor: Actor, group: Group): boolean =>
  !isGroupManaged(realm, group) && hasGroupPermission(realm, actor, group, "can_add_members_group");

function accessChannelToGrant(realm: Realm, actor: Actor, id: number): Channel {
  const channel = channelIndex(realm).byId.get(toChannelId(id));
  if (channel === undefined || !isVisible(realm, actor, channel)) {
    throw badRequest(`Invalid channel ID ${id}. No invites were sent.`);
  }
  if (!mayGrantChannel(realm, actor, channel)) {
    throw badRequest("You do not have permission to subscribe other users to channels.");
  }
  return channel;
}

function accessGroupToGrant(realm: Realm, actor: Actor, id: number): GroupId {
  const group = accessGroupToFill(realm, id);
  if (!mayGrantGroup(realm, actor, group)) throw insufficientPermission();
  return group.id;
}
