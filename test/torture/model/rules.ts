import {
  type Account,
  type Channel,
  type Group,
  type Message,
  type Model,
  type Permission,
  topicKey,
} from "./model.ts";

// The permission rules, written only from the protocol.

export const isGuest = ({ role }: Account) => role === 600;
export const isAdministrator = ({ role }: Account) => role <= 200;

/** Permissions that can be granted to guests (users-groups-org.md 2, channels-topics.md 3). */
const GUESTS_TOO = {
  realm: new Set([
    "can_change_board_group",
    "can_delete_own_message_group",
    "can_mention_many_users_group",
    "can_move_messages_between_topics_group",
    "can_resolve_topics_group",
    "direct_message_initiator_group",
    "direct_message_permission_group",
  ]),
  channel: new Set([
    "can_change_board_group",
    "can_delete_any_message_group",
    "can_delete_own_message_group",
    "can_move_messages_out_of_channel_group",
    "can_move_messages_within_channel_group",
    "can_remove_subscribers_group",
    "can_resolve_topics_group",
    "can_send_message_group",
  ]),
  group: new Set(["can_leave_group", "can_mention_group"]),
};
export type Scope = keyof typeof GUESTS_TOO;

export const mayBeGivenToGuests = (scope: Scope, name: string) => GUESTS_TOO[scope].has(name);

/** The roles that belong to each role group. */
const ROLE_GROUPS: Record<string, (role: number) => boolean> = {
  "role:internet": () => true,
  "role:everyone": () => true,
  "role:members": (role) => role <= 400,
  // The waiting period is zero.
  "role:fullmembers": (role) => role <= 400,
  "role:moderators": (role) => role <= 300,
  "role:administrators": (role) => role <= 200,
  "role:owners": (role) => role === 100,
  "role:nobody": () => false,
};

function isWithin(model: Model, account: Account, groupId: number): boolean {
  for (const [name, id] of model.systemGroups) if (id === groupId) return ROLE_GROUPS[name]?.(account.role) ?? false;
  const group = model.group(groupId);
  if (group === undefined) return false;
  return group.members.has(account.id) || [...group.subgroups].some((id) => isWithin(model, account, id));
}

/** Whether an account is included in a permission (users-groups-org.md 2). */
function holds(model: Model, account: Account, scope: Scope, name: string, value: Permission | undefined) {
  if (value === undefined) throw new Error(`no permission ${name} in the model`);
  if (!account.isActive) return false;
  if (isGuest(account) && !mayBeGivenToGuests(scope, name)) return false;
  if (typeof value === "number") return isWithin(model, account, value);
  return value.direct_members.includes(account.id) || value.direct_subgroups.some((id) => isWithin(model, account, id));
}

export const permits = (model: Model, account: Account, name: string) =>
  holds(model, account, "realm", name, model.realm.permissions[name]);
export const permitsIn = (model: Model, account: Account, channel: Channel, name: string) =>
  holds(model, account, "channel", name, channel.permissions[name]);
export const permitsFor = (model: Model, account: Account, group: Group, name: string) =>
  holds(model, account, "group", name, group.permissions[name]);

/** Whether a permission lets an account read a private channel without a subscription (channels-topics.md 1). */
const isLetIn = (model: Model, account: Account, channel: Channel) =>
  permitsIn(model, account, channel, "can_add_subscribers_group") ||
  permitsIn(model, account, channel, "can_subscribe_group");

/** Content access: whether an account can read messages sent from now on. */
export function readsChannel(model: Model, account: Account, channel: Channel): boolean {
  if (channel.subscribers.has(account.id)) return true;
  if (isGuest(account)) return false;
  return !channel.isPrivate || isLetIn(model, account, channel);
}

/** Metadata access: whether an account can see that the channel exists. */
export const seesChannel = (model: Model, account: Account, channel: Channel) =>
  readsChannel(model, account, channel) ||
  (!isGuest(account) &&
    (isAdministrator(account) || permitsIn(model, account, channel, "can_administer_channel_group")));

export const readsHistory = (model: Model, account: Account, channel: Channel) =>
  channel.sharesHistory && readsChannel(model, account, channel);

/**
 * True if an account still sees a message that it received. It doesn't if it has left a channel that only subscribers
 * can read.
 */
export function keepsRow(model: Model, account: Account, { place }: Message): boolean {
  if (!("channel" in place)) return true;
  const channel = model.channel(place.channel);
  return readsHistory(model, account, channel) || channel.subscribers.has(account.id);
}

export function canRead(model: Model, account: Account, message: Message): boolean {
  if (message.rows.has(account.id)) return keepsRow(model, account, message);
  return "channel" in message.place && readsHistory(model, account, model.channel(message.place.channel));
}

/** Returns the flags that the server returns for a message that an account can read. */
export const flagsOf = (account: Account, message: Message): ReadonlySet<string> =>
  message.rows.get(account.id) ?? new Set(["read", "historical"]);

/** Whether an account can send to a channel (messages.md 2, checks 2 and 3). */
export function canPost(model: Model, account: Account, channel: Channel): boolean {
  const { owner } = account;
  const isAllowed =
    permitsIn(model, account, channel, "can_send_message_group") ||
    (owner !== undefined && permitsIn(model, owner, channel, "can_send_message_group"));
  if (!isAllowed || channel.isArchived) return false;
  if (channel.subscribers.has(account.id)) return true;
  if (owner !== undefined && channel.subscribers.has(owner.id)) return true;
  if (isGuest(account)) return false;
  return !channel.isPrivate || (channel.sharesHistory && isLetIn(model, account, channel));
}

export const administers = (model: Model, account: Account, channel: Channel) =>
  seesChannel(model, account, channel) &&
  (isAdministrator(account) || permitsIn(model, account, channel, "can_administer_channel_group"));

/** Whether a muted topic or channel hides a message from the home view (channels-topics.md 6). */
export function isHidden(model: Model, account: Account, { place }: Message): boolean {
  if (!("channel" in place)) return false;
  const policy = model.policyOf(account, place.channel, place.topic);
  return policy === 1 || (policy === 0 && model.channel(place.channel).mutedBy.has(account.id));
}

/** True if a message is unread for an account (register-and-events.md 4.2). */
export const isUnread = (model: Model, account: Account, message: Message) =>
  message.rows.get(account.id)?.has("read") === false &&
  (!("channel" in message.place) || model.channel(message.place.channel).subscribers.has(account.id));

/** Returns the users who have written or reacted in a topic. */
export function participants(model: Model, channel: number, topic: string): Set<number> {
  const found = new Set<number>();
  for (const { sender, reactors } of model.inTopic(channel, topic))
    for (const id of [sender, ...reactors]) found.add(id);
  return found;
}

export function markRead(model: Model, account: Account, channel: number, topic?: string): void {
  for (const { place, rows } of model.messages.values()) {
    if (!("channel" in place) || place.channel !== channel) continue;
    if (topic === undefined || topicKey(place.topic) === topicKey(topic)) rows.get(account.id)?.add("read");
  }
}
