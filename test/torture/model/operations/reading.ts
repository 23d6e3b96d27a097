import * as fc from "fast-check";
import { type Account, type Message, policyKey } from "../model.ts";
import { one, operation, topic } from "../operation.ts";
import { canRead, isUnread, markRead, readsChannel, seesChannel } from "../rules.ts";
import type { World } from "../world.ts";

/**
 * Returns the flags of a user who acts on a message. If the user hadn't received the message, they are added first
 * (messages.md 10, 11).
 */
function rowOf(account: Account, message: Message): Set<string> {
  const flags = message.rows.get(account.id) ?? new Set(["read", "historical"]);
  message.rows.set(account.id, flags);
  return flags;
}

/** Requests about flags and reactions: messages.md 10 and 11. */
export const reading = [
  operation(
    "flag",
    8,
    fc.record({
      ...{ who: one, message: one, op: fc.constantFrom("add", "remove") },
      flag: fc.constantFrom("read", "read", "starred", "collapsed"),
    }),
    async (world, { who, message: n, op, flag }) => {
      const { model } = world;
      const account = world.anybody(who);
      const message = world.anyMessage(n);
      if (message === undefined) return;
      const had = message.rows.get(account.id);
      // The protocol doesn't say whether a user who only marks an unreceived message as read gets flags.
      if (had === undefined && flag === "read") return;
      const body = await world.attempt(
        `${op} ${flag} of ${message.id}`,
        account,
        canRead(model, account, message),
        account.client.post("/messages/flags", { messages: [message.id], op, flag }),
      );
      if (body === undefined) return;
      const isIgnored =
        flag === "read" &&
        op === "remove" &&
        "channel" in message.place &&
        !model.channel(message.place.channel).subscribers.has(account.id);
      const changes = !isIgnored && (had?.has(flag) ?? false) !== (op === "add");
      if (body.messages.join() !== (changes ? `${message.id}` : "")) throw new Error(`it tells of ${body.messages}`);
      if (isIgnored !== body.ignored_because_not_subscribed_channels?.length > 0)
        throw new Error(`ignored_because_not_subscribed_channels is ${body.ignored_because_not_subscribed_channels}`);
      if (!changes) return;
      if (op === "add") rowOf(account, message).add(flag);
      else had?.delete(flag);
    },
  ),
  operation("mark all as read", 1, fc.record({ who: one }), async (world, { who }) => {
    const account = world.anybody(who);
    if (
      (await world.attempt("mark all as read", account, true, account.client.post("/mark_all_as_read"))) === undefined
    )
      return;
    for (const message of world.model.messages.values()) {
      if (isUnread(world.model, account, message)) message.rows.get(account.id)?.add("read");
    }
  }),
  operation(
    "mark as read",
    2,
    fc.record({ who: one, channel: one, topic: fc.option(topic) }),
    async (world, { who, channel: n, topic: name }) => {
      const { model } = world;
      const account = world.anybody(who);
      const channel = world.anyChannel(n);
      const isThere =
        name === null ||
        model
          .inTopic(channel.id, name)
          .some((message) => message.rows.has(account.id) || canRead(model, account, message));
      const body = await world.attempt(
        `mark ${channel.name} > ${name} as read`,
        account,
        readsChannel(model, account, channel) && isThere
          ? true
          : seesChannel(model, account, channel)
            ? undefined
            : false,
        name === null
          ? account.client.post("/mark_stream_as_read", { stream_id: channel.id })
          : account.client.post("/mark_topic_as_read", { stream_id: channel.id, topic_name: name }),
      );
      if (body !== undefined) markRead(model, account, channel.id, name ?? undefined);
    },
  ),
  operation(
    "react",
    5,
    fc.record({ who: one, message: one, adds: fc.boolean(), emoji: fc.constantFrom("octopus", "heart") }),
    async (world, { who, message: n, adds, emoji }) => {
      const { model } = world;
      const account = world.anybody(who);
      const message = world.anyMessage(n);
      if (message === undefined) return;
      const key = `${account.id}/${emoji}`;
      const mine = reactionsOf(message);
      const isOpen = !("channel" in message.place) || !model.channel(message.place.channel).isArchived;
      const readable = canRead(model, account, message) && (isOpen || (adds ? false : undefined));
      const body = await world.attempt(
        `${adds ? "react" : "take back a reaction"} to ${message.id} with ${emoji}`,
        account,
        mine.has(key) === adds ? false : readable,
        adds
          ? account.client.post(`/messages/${message.id}/reactions`, { emoji_name: emoji })
          : account.client.delete(`/messages/${message.id}/reactions`, { emoji_name: emoji }),
      );
      if (body === undefined) return;
      if (adds) mine.add(key);
      else mine.delete(key);
      if (adds) rowOf(account, message);
      if ([...mine].some((each) => each.startsWith(`${account.id}/`))) message.reactors.add(account.id);
      else message.reactors.delete(account.id);
      if (adds) takePart(world, account, message);
    },
  ),
];

const reactions = new WeakMap<Message, Set<string>>();
const reactionsOf = (message: Message): Set<string> => {
  const found = reactions.get(message) ?? new Set();
  reactions.set(message, found);
  return found;
};

/**
 * Updates the reacting user's topic policy, because reacting counts as participating (messages.md 2, "Automatic
 * policies").
 */
function takePart({ model }: World, account: Account, { place }: Message): void {
  if (account.owner !== undefined || !("channel" in place)) return;
  const { follow, unmute } = account.settings;
  const current = model.policyOf(account, place.channel, place.topic);
  const isMuted = model.channel(place.channel).mutedBy.has(account.id);
  const wanted = follow === 1 ? 3 : unmute === 1 && isMuted ? 2 : 0;
  if (wanted > current) {
    model.setPolicy(account, place.channel, place.topic, wanted);
    if (current === 1) account.doubts.add(policyKey(place.channel, place.topic));
  }
}
