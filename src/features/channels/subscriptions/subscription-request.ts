import * as v from "valibot";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest, channelDoesNotExist, insufficientPermission } from "../../../protocol/errors.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { refuseSystemBots } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import type { AuditAction } from "../../trust/audit-log/actions.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { canAdminister, hasChannelPermission, hasContentAccess, hasMetadataAccess } from "../channels/access.ts";
import type { ChannelsByUser } from "../channels/channel-events.ts";
import { type Channel, channelEntity, channelIndex } from "../channels/channels.ts";
import {
  type Description,
  type ParsedDescription,
  parseDescription,
  renderDescription,
} from "../channels/description.ts";
import { type NewChannelSettings, newChannel } from "./new-channel.ts";
import { sendNewChannelNotices, sendSubscriptionNotices } from "./notices.ts";
import { checkSubscriptionCount, isOwnAccount } from "./principals.ts";
import { createChannel, subscribeUsers, unsubscribeUsers } from "./subscribe.ts";
import { colorSchema } from "./subscription-settings.ts";

const unableToAccess = (channel: { name: string }) => badRequest(`Unable to access channel (${channel.name}).`);

/** Whether the caller can subscribe users other than their own bots (channels-topics.md 4). */
export function canAddOthers(realm: Realm, actor: Actor, channel: Channel): boolean {
  if (!hasContentAccess(realm, actor, channel)) return false;
  return (
    permits(realm, actor, "can_add_subscribers_group") ||
    hasChannelPermission(realm, actor, channel, "can_add_subscribers_group") ||
    canAdminister(realm, actor, channel)
  );
}

/** Whether the caller can unsubscribe users other than their own bots (seed 4.4). */
function canRemoveOthers(realm: Realm, actor: Actor, channel: Channel): boolean {
  if (isAdministrator(actor)) return true;
  if (!hasMetadataAccess(realm, actor, channel)) return false;
  return (
    hasChannelPermission(realm, actor, channel, "can_remove_subscribers_group") || canAdminister(realm, actor, channel)
  );
}

/** A channel in a request: to subscribe to, and to create if no channel has that name. */
const wantedChannelSchema = v.object({
  name: boundedText("name"),
  description: v.optional(v.nullable(boundedText("description"))),
  color: v.optional(v.nullable(colorSchema)),
});
type WantedChannel = v.InferOutput<typeof wantedChannelSchema>;

export const wantedChannelsSchema = boundedList(wantedChannelSchema, "names");

/** Runs in the Worker. Parses the descriptions in a request. Returns them by the key of the channel's name. */
export async function parseDescriptions(
  wanted: readonly WantedChannel[],
): Promise<ReadonlyMap<string, ParsedDescription>> {
  const parsed = wanted.flatMap(({ name, description }) =>
    !description ? [] : [parseDescription(description).then((result) => [nameKey(name), result] as const)],
  );
  return new Map(await Promise.all(parsed));
}

/** Runs in the realm. Returns a function that renders a channel's description, given the key of its name. */
export const describer =
  (realm: Realm, actor: Actor, parsed: ReadonlyMap<string, ParsedDescription>) =>
  (key: string): Description | undefined => {
    const description = parsed.get(key);
    return description && renderDescription(realm, actor, description);
  };

interface SubscriptionRequest {
  readonly wanted: readonly WantedChannel[];
  readonly describe: (key: string) => Description | undefined;
  readonly settings: NewChannelSettings;
  readonly users: readonly User[];
  readonly authorization_errors_fatal?: boolean;
  readonly announce?: boolean;
  readonly send_new_subscription_messages?: boolean;
}

/** Subscribes users to channels, and creates those that don't exist (seed 4.3). */
export function subscribeByRequest(realm: Realm, actor: Actor, request: SubscriptionRequest) {
  const { users, settings, announce = false, authorization_errors_fatal = true } = request;
  const { send_new_subscription_messages: wantsNotices = true } = request;
  checkSubscriptionCount(request.wanted, users);
  refuseSystemBots(realm, users);
  const wanted = [...new Map(request.wanted.map((each) => [nameKey(each.name), each])).entries()];
  const { byName } = channelIndex(realm);
  const existing = wanted.flatMap(([key]) => byName.get(key) ?? []);
  const refusals = existing.flatMap((channel) => {
    const error = refusal(realm, actor, channel, users);
    return error === undefined ? [] : [{ channel, error }];
  });
  if (refusals[0] !== undefined && authorization_errors_fatal) throw refusals[0].error;
  const refused = new Set(refusals.map(({ channel }) => channel.id));
  const made = wanted
    .filter(([key]) => !byName.has(key))
    .map(([key, { name }]) => newChannel(realm, actor, { name, description: request.describe(key), settings }))
    .map((channel) => createChannel(realm, channel));
  const channels = [...existing.filter(({ id }) => !refused.has(id)), ...made];
  const colors = new Map<ChannelId, string>();
  for (const [key, { color }] of wanted) {
    const channel = byName.get(key);
    if (color && channel !== undefined) colors.set(channel.id, color);
  }
  const { subscribed, already } = subscribeUsers(realm, { channels, users: users.map(({ id }) => id), colors });
  noteOthers(realm, actor, "channel.subscribed_by_other", subscribed);
  const sent = wantsNotices && sendSubscriptionNotices(realm, actor, { users, subscribed });
  for (const channel of made) sendNewChannelNotices(realm, actor, channel, { announce });
  return {
    subscribed: names(subscribed),
    already_subscribed: names(already),
    ...(authorization_errors_fatal ? {} : { unauthorized: refusals.map(({ channel }) => channel.name) }),
    ...(wantsNotices ? { new_subscription_messages_sent: sent } : {}),
  };
}

/** Audits the subscriptions of other users, one entry per channel. The caller's own are in the subscription history. */
export function noteOthers(realm: Realm, actor: Actor | null, action: AuditAction, byUser: ChannelsByUser): void {
  const users = new Map<Channel, number[]>();
  for (const [user, channels] of byUser) {
    if (user !== actor?.user_id) for (const channel of channels) entryOf(users, channel, () => []).push(user);
  }
  for (const [channel, others] of users)
    audit(realm, action, { of: channelEntity(channel), details: { users: others } });
}

export const subscriptionReply = {
  subscribed: v.record(v.string(), v.array(v.string())),
  already_subscribed: v.record(v.string(), v.array(v.string())),
  unauthorized: v.optional(v.array(v.string())),
  new_subscription_messages_sent: v.optional(v.boolean()),
};

/** Returns the error if the caller can't subscribe the users to an existing channel, otherwise undefined. */
function refusal(realm: Realm, actor: Actor, channel: Channel, users: readonly User[]) {
  if (!hasContentAccess(realm, actor, channel)) return unableToAccess(channel);
  if (users.every((user) => isOwnAccount(actor, user)) || canAddOthers(realm, actor, channel)) return undefined;
  return insufficientPermission();
}

const names = (byUser: ChannelsByUser): Record<string, string[]> =>
  Object.fromEntries(
    [...byUser].map(([user, channels]: [UserId, readonly Channel[]]) => [user, channels.map(({ name }) => name)]),
  );

/** Unsubscribes users from channels (seed 4.4). */
export function unsubscribeByRequest(
  realm: Realm,
  actor: Actor,
  { names, users }: { names: readonly string[]; users: readonly User[] },
): { removed: string[]; not_removed: string[] } {
  checkSubscriptionCount(names, users);
  const channels = [...new Set(names.map((name) => channelToLeave(realm, actor, name)))];
  const concernsOthers = users.some((user) => !isOwnAccount(actor, user));
  if (concernsOthers && !channels.every((channel) => canRemoveOthers(realm, actor, channel))) {
    throw insufficientPermission();
  }
  const { removed, notSubscribed } = unsubscribeUsers(realm, { channels, users: users.map(({ id }) => id) });
  noteOthers(realm, actor, "channel.left_by_other", removed);
  return { removed: namesIn(removed), not_removed: namesIn(notSubscribed) };
}

function channelToLeave(realm: Realm, actor: Actor, name: string): Channel {
  const channel = channelIndex(realm).byName.get(nameKey(name));
  if (channel === undefined || !hasMetadataAccess(realm, actor, channel)) throw channelDoesNotExist({ stream: name });
  return channel;
}

const namesIn = (byUser: ChannelsByUser): string[] => [
  ...new Set([...byUser.values()].flatMap((channels) => channels.map(({ name }) => name))),
];
