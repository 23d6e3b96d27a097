import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { toChannelId } from "../../../../protocol/ids.ts";
import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../../channels/channels/channels.ts";
import { canAddOthers } from "../../../channels/subscriptions/subscription-request.ts";
import { actorOf, findUser } from "../../../organization/accounts/accounts.ts";
import { accessField } from "../../../organization/profile-fields/profile-fields.ts";

export const profileAttributes = [
  "title",
  "phoneNumbers",
  "employeeNumber",
  "costCenter",
  "organization",
  "division",
  "department",
  "manager",
] as const;
export type ProfileAttribute = (typeof profileAttributes)[number];

const roleNames = Object.keys(Role) as (keyof typeof Role)[];
export const roleNamed = (name: string): Role | undefined =>
  Object.hasOwn(Role, name) ? Role[name as keyof typeof Role] : undefined;

const MAX_RULES = 100;
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const rulesOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    boundedList(item, "names"),
    v.check((rules) => rules.length <= MAX_RULES, `{} has more than ${MAX_RULES} rules.`),
  );

const channelRule = { group: boundedText("name"), channels: boundedList(id, "names") };

export const rulesSchema = v.object({
  /** Whether the directory can make users owners, and change existing owners. */
  may_set_owner: v.optional(v.boolean(), false),
  /** Whether a directory group can adopt an existing group with the same name. */
  may_adopt_groups: v.optional(v.boolean(), false),
  /** Ids of the profile fields that directory attributes are copied to. */
  attributes: v.optional(v.object(v.entriesFromList(profileAttributes, v.optional(id))), {}),
  /** Roles of the members of directory groups. A user in several groups gets the highest. */
  group_roles: v.optional(rulesOf(v.object({ group: boundedText("name"), role: v.picklist(roleNames) })), []),
  /** Channels that the members of directory groups are subscribed to. */
  group_channels: v.optional(rulesOf(v.object(channelRule)), []),
});
type WantedRules = v.InferOutput<typeof rulesSchema>;

/** Rules as stored. Each channel rule includes the owner who set it, because the rule acts with their permissions. */
const storedRulesSchema = v.object({
  ...rulesSchema.entries,
  group_channels: v.optional(rulesOf(v.object({ ...channelRule, by: v.optional(id) })), []),
});
export type Rules = v.InferOutput<typeof storedRulesSchema>;
type ChannelRule = Rules["group_channels"][number];

export const noRules: Rules = v.parse(storedRulesSchema, {});
export const readRules = stored("scim_connections.rules", storedRulesSchema, () => noRules);

/**
 * Validates the rules that an owner sets in place of the previous ones. Throws if a field or channel doesn't exist, or
 * if the owner can't subscribe others to a channel.
 */
export function rulesSetBy(realm: Realm, actor: Actor, wanted: WantedRules, before: Rules): Rules {
  const { attributes, group_channels, group_roles, may_set_owner } = wanted;
  for (const field of Object.values(attributes)) if (field !== undefined) accessField(realm, field);
  const { byId } = channelIndex(realm);
  const missing = group_channels.flatMap(({ channels }) => channels).find((channel) => !byId.has(toChannelId(channel)));
  if (missing !== undefined) throw badRequest(`Invalid channel ID: ${missing}`);
  if (!may_set_owner && group_roles.some(({ role }) => role === "owner"))
    throw badRequest("Only a directory that can make owners can have a group of owners.");
  return { ...wanted, group_channels: group_channels.map((rule) => ruleSetBy(realm, actor, rule, before)) };
}

/**
 * Returns a channel rule with the owner it acts for. A rule that stays the same or loses channels keeps its former
 * owner, as long as that owner can still subscribe others.
 */
function ruleSetBy(realm: Realm, actor: Actor, rule: ChannelRule, { group_channels }: Rules): ChannelRule {
  const { group, channels } = rule;
  const known = group_channels.find(
    (other) => other.group === group && channels.every((channel) => other.channels.includes(channel)),
  );
  const may = (by: number | undefined) => channels.every((channel) => maySubscribeTo(realm, by, channel));
  if (known !== undefined && (may(known.by) || !may(actor.user_id))) return { ...known, channels };
  if (!may(actor.user_id)) throw badRequest("You do not have permission to subscribe other users to channels.");
  return { group, channels, by: actor.user_id };
}

/** Whether a rule set by this owner can subscribe users to a channel. Public channels need no permission. */
export function maySubscribeTo(realm: Realm, by: number | undefined, id: number): boolean {
  const channel = channelIndex(realm).byId.get(toChannelId(id));
  if (channel === undefined) return false;
  const owner = by === undefined ? undefined : findUser(realm, by);
  return channel.invite_only === 0 || (owner?.is_active === 1 && canAddOthers(realm, actorOf(owner), channel));
}

/** Returns private channels that some group is subscribed to by these rules, but not by the previous ones. */
export const newPrivateChannels = (realm: Realm, { group_channels }: Rules, before: Rules): Channel[] => {
  const known = new Set(before.group_channels.flatMap(({ group, channels }) => channels.map((id) => `${id} ${group}`)));
  const added = group_channels.flatMap(({ group, channels }) => channels.filter((id) => !known.has(`${id} ${group}`)));
  const { byId } = channelIndex(realm);
  return [...new Set(added)]
    .flatMap((id) => byId.get(toChannelId(id)) ?? [])
    .filter(({ invite_only }) => invite_only === 1);
};
