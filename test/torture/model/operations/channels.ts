import * as fc from "fast-check";
import type { Json } from "../../../support/json.ts";
import { type Account, type Channel, topicKey } from "../model.ts";
import { one, operation, topic } from "../operation.ts";
import {
  administers,
  isAdministrator,
  isGuest,
  markRead,
  permits,
  permitsIn,
  readsChannel,
  seesChannel,
} from "../rules.ts";
import { drawPermission, isAllowedValue, permission, permissionsOf } from "../values.ts";
import type { Verdict, World } from "../world.ts";

const KINDS = {
  public: { isPrivate: false, sharesHistory: true },
  private: { isPrivate: true, sharesHistory: true },
  protected: { isPrivate: true, sharesHistory: false },
};
const kind = fc.constantFrom("public", "private", "protected");

/** Permissions of a channel (channels-topics.md 3). */
const CHANNEL_PERMISSIONS = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_move_messages_out_of_channel_group",
  "can_move_messages_within_channel_group",
  "can_remove_subscribers_group",
  "can_resolve_topics_group",
  "can_send_message_group",
  "can_subscribe_group",
];

/** Requests that change channels: channels-topics.md 4 and 5. */
export const channels = [
  operation(
    "create a channel",
    4,
    fc.record({ who: one, kind, others: fc.array(one, { maxLength: 3 }) }),
    async (world, drawn) => {
      await createChannel(
        world,
        world.anybody(drawn.who),
        drawn.kind,
        drawn.others.map((n) => world.anybody(n)),
      );
    },
  ),
  operation("subscribe", 6, fc.record({ who: one, whom: fc.option(one), channel: one }), async (world, drawn) => {
    const account = world.anybody(drawn.who);
    const whom = drawn.whom === null ? account : world.anyAccount(drawn.whom);
    const channel = world.anyChannel(drawn.channel);
    const body = await world.attempt(
      `subscribe ${whom.name} to ${channel.name}`,
      account,
      maySubscribe(world, account, whom, channel),
      account.client.post("/users/me/subscriptions", {
        ...{ subscriptions: [{ name: channel.name }], principals: [whom.id] },
      }),
    );
    if (body !== undefined) channel.subscribers.add(whom.id);
  }),
  operation("unsubscribe", 4, fc.record({ who: one, whom: fc.option(one), channel: one }), async (world, drawn) => {
    const { model } = world;
    const account = world.anybody(drawn.who);
    const whom = drawn.whom === null ? account : world.anyAccount(drawn.whom);
    const channel = world.anyChannel(drawn.channel);
    const body = await world.attempt(
      `unsubscribe ${whom.name} from ${channel.name}`,
      account,
      mayUnsubscribe(world, account, whom, channel),
      account.client.delete("/users/me/subscriptions", { subscriptions: [channel.name], principals: [whom.id] }),
    );
    if (body === undefined) return;
    const had = channel.subscribers.delete(whom.id);
    if (had !== (body.removed.length === 1)) throw new Error(`it tells that ${body.removed} are left`);
    if (had) markRead(model, whom, channel.id);
  }),
  operation("archive", 1, fc.record({ who: one, channel: one }), async (world, drawn) => {
    const { model } = world;
    const account = world.anybody(drawn.who);
    const channel = world.anyChannel(drawn.channel);
    const body = await world.attempt(
      `archive ${channel.name}`,
      account,
      administers(model, account, channel) && !channel.isArchived,
      account.client.delete(`/streams/${channel.id}`),
    );
    if (body !== undefined) channel.isArchived = true;
  }),
  operation("bring back", 2, fc.record({ who: one, channel: one }), async (world, drawn) => {
    const { model } = world;
    const account = world.anybody(drawn.who);
    const channel = model.channels.filter(({ isArchived }) => isArchived)[0];
    if (channel === undefined) return;
    const body = await world.attempt(
      `bring ${channel.name} back`,
      account,
      administers(model, account, channel),
      account.client.patch(`/streams/${channel.id}`, { is_archived: false }),
    );
    if (body !== undefined) channel.isArchived = false;
  }),
  operation("open or close a channel", 2, fc.record({ who: one, channel: one, kind }), async (world, drawn) => {
    const { model } = world;
    const account = world.anybody(drawn.who);
    const channel = world.anyChannel(drawn.channel);
    const { isPrivate, sharesHistory } = KINDS[drawn.kind];
    const isChange = isPrivate !== channel.isPrivate || sharesHistory !== channel.sharesHistory;
    const body = await world.attempt(
      `make ${channel.name} ${drawn.kind}`,
      account,
      administers(model, account, channel) && readsChannel(model, account, channel)
        ? undefined
        : isChange
          ? false
          : undefined,
      account.client.patch(`/streams/${channel.id}`, {
        ...{ is_private: isPrivate, history_public_to_subscribers: sharesHistory },
      }),
    );
    if (body !== undefined) Object.assign(channel, { isPrivate, sharesHistory });
  }),
  operation(
    "set a channel's permission",
    5,
    fc.record({ who: one, channel: one, name: fc.constantFrom(...CHANNEL_PERMISSIONS), value: permission }),
    async (world, drawn) => {
      const { model } = world;
      const account = world.anybody(drawn.who);
      const channel = world.anyChannel(drawn.channel);
      const value = drawPermission(world, drawn.value);
      const { name } = drawn;
      const opens = name === "can_add_subscribers_group" || name === "can_subscribe_group" || name.includes("delete");
      const isAllowed =
        administers(model, account, channel) &&
        (!opens || readsChannel(model, account, channel)) &&
        (!name.includes("delete") || permits(model, account, "can_set_delete_message_policy_group"));
      const isFit = isAllowedValue(model, "channel", name, value);
      const isSame = JSON.stringify(value) === JSON.stringify(channel.permissions[name]);
      const body = await world.attempt(
        `set ${name} of ${channel.name} to ${JSON.stringify(value)}`,
        account,
        isSame ? undefined : isAllowed && isFit ? (channel.isArchived ? undefined : true) : false,
        account.client.patch(`/streams/${channel.id}`, { [name]: { new: value } }),
      );
      if (body !== undefined) channel.permissions[name] = value;
    },
  ),
  operation(
    "mute a channel",
    2,
    fc.record({ who: one, channel: one, is: fc.boolean() }),
    async (world, { who, channel: n, is }) => {
      const { model } = world;
      const account = world.anybody(who);
      const channel = world.anyChannel(n);
      const data: Json[] = [{ stream_id: channel.id, property: "is_muted", value: is }];
      const body = await world.attempt(
        `${is ? "mute" : "unmute"} ${channel.name}`,
        account,
        channel.subscribers.has(account.id) ? (seesChannel(model, account, channel) ? true : undefined) : false,
        account.client.post("/users/me/subscriptions/properties", { subscription_data: data }),
      );
      if (body === undefined) return;
      if (is) channel.mutedBy.add(account.id);
      else channel.mutedBy.delete(account.id);
    },
  ),
  operation(
    "choose for a topic",
    4,
    fc.record({ who: one, channel: one, topic, policy: fc.nat(3) }),
    async (world, drawn) => {
      const { model } = world;
      const account = world.anybody(drawn.who);
      const channel = world.anyChannel(drawn.channel);
      const sees = seesChannel(model, account, channel);
      const body = await world.attempt(
        `set ${channel.name} > ${drawn.topic} to ${drawn.policy}`,
        account,
        readsChannel(model, account, channel) ? (channel.isArchived ? undefined : true) : sees ? undefined : false,
        account.client.post("/user_topics", {
          ...{ stream_id: channel.id, topic: drawn.topic, visibility_policy: drawn.policy },
        }),
      );
      if (body !== undefined) model.setPolicy(account, channel.id, topicKey(drawn.topic), drawn.policy);
    },
  ),
];

export async function createChannel(
  world: World,
  account: Account,
  of: keyof typeof KINDS,
  people: readonly Account[],
): Promise<void> {
  const { model } = world;
  const others = [...new Set(people.map(({ id }) => id))];
  const { isPrivate, sharesHistory } = KINDS[of];
  const name = world.newName("channel");
  const right = isPrivate ? "can_create_private_channel_group" : "can_create_public_channel_group";
  const body = await world.attempt(
    `create ${name}, ${of}, for ${others}`,
    account,
    permits(model, account, right),
    account.client.post("/channels/create", {
      ...{ name, subscribers: others, invite_only: isPrivate, history_public_to_subscribers: sharesHistory },
    }),
  );
  if (body === undefined) return;
  const owner = world.anyAccount(0);
  const { stream } = (await owner.client.get(`/streams/${body.id}`)).body;
  const channel: Channel = {
    ...{ id: body.id, name, isPrivate, sharesHistory, isArchived: false },
    ...{ subscribers: new Set(others), mutedBy: new Set(), permissions: permissionsOf(stream) },
  };
  model.channels.push(channel);
  const { can_administer_channel_group: administrators } = channel.permissions;
  if (typeof administrators === "number" || administrators?.direct_members.join() !== `${account.id}`)
    throw new Error(`the creator does not administer the channel, but ${JSON.stringify(administrators)}`);
}

function maySubscribe({ model }: World, account: Account, whom: Account, channel: Channel): Verdict {
  if (!whom.isActive) return false;
  // For archived channels, the protocol says only that subscriptions can be modified.
  if (channel.isArchived) return undefined;
  if (channel.subscribers.has(whom.id)) return account === whom ? true : undefined;
  if (account === whom) {
    if (isGuest(account)) return false;
    return readsChannel(model, account, channel);
  }
  if (!readsChannel(model, account, channel)) return false;
  if (whom.owner === account) return true;
  return (
    permits(model, account, "can_add_subscribers_group") ||
    permitsIn(model, account, channel, "can_add_subscribers_group") ||
    administers(model, account, channel)
  );
}

function mayUnsubscribe({ model }: World, account: Account, whom: Account, channel: Channel): Verdict {
  if (!whom.isActive) return false;
  if (channel.isArchived || !channel.subscribers.has(whom.id)) return undefined;
  if (account === whom || isAdministrator(account)) return true;
  if (!seesChannel(model, account, channel)) return false;
  if (whom.owner === account) return true;
  return permitsIn(model, account, channel, "can_remove_subscribers_group") || administers(model, account, channel);
}
