import * as fc from "fast-check";
import { flagMentions, mention, textWithMention } from "../mention-texts.ts";
import { type Account, type Channel, type Message, topicKey } from "../model.ts";
import { one, operation, topic } from "../operation.ts";
import { canPost, canRead, isAdministrator, permits, permitsIn, readsChannel } from "../rules.ts";
import type { Verdict, World } from "../world.ts";

/** How long a message can be edited, and be deleted by its sender, unless the organization changes it. */
const EDITABLE_SECONDS = 600;
const A_WHILE = 650;

/** Requests that edit and delete messages: messages.md 7 and 8. */
export const changing = [
  operation("let time pass", 1, fc.record({ who: one }), async (world, { who }) => {
    const account = world.anybody(who);
    const hook = account.client.post("/testing/clock", { advance_ms: A_WHILE * 1000 });
    if ((await world.attempt("let time pass", account, true, hook)) !== undefined) world.model.now += A_WHILE;
  }),
  operation(
    "edit",
    6,
    fc.record({ who: fc.option(one), message: one, mention, whom: one, isStale: fc.boolean() }),
    async (world, { who, message: n, mention: kind, whom, isStale }) => {
      const { model } = world;
      const message = world.anyMessage(n);
      if (message === undefined) return;
      const account = who === null ? senderOf(world, message) : world.anybody(who);
      if (account === undefined) return;
      const said = textWithMention(model, kind === "group" || !("channel" in message.place) ? "none" : kind, whom);
      const content = `${said.text} (edited)`;
      const verdict: Verdict = isArchived(world, message) ? undefined : true;
      const body = await world.attempt(
        `edit ${message.id}: ${content}`,
        account,
        canRead(model, account, message) &&
          model.realm.allowsEditing &&
          message.sender === account.id &&
          !isStale &&
          model.now - message.sentAt < EDITABLE_SECONDS + 20
          ? verdict
          : false,
        account.client.patch(`/messages/${message.id}`, {
          content,
          ...(isStale && { prev_content_sha256: "0".repeat(64) }),
        }),
      );
      if (body === undefined) return;
      message.content = content;
      flagMentions(model, message, said);
      // The protocol doesn't say whether users mentioned by an edit follow the topic.
      if ("channel" in message.place) {
        for (const id of said.named) model.account(id)?.doubts.add(doubt(message.place));
      }
    },
  ),
  operation("delete", 4, fc.record({ who: fc.option(one), message: one }), async (world, { who, message: n }) => {
    const { model } = world;
    const message = world.anyMessage(n);
    if (message === undefined) return;
    const account = who === null ? senderOf(world, message) : world.anybody(who);
    if (account === undefined) return;
    const allowed = canRead(model, account, message) && mayDelete(world, account, message);
    const body = await world.attempt(
      `delete ${message.id}`,
      account,
      allowed && isArchived(world, message) ? undefined : allowed,
      account.client.delete(`/messages/${message.id}`),
    );
    if (body !== undefined) model.messages.delete(message.id);
  }),
  operation("delete a topic", 1, fc.record({ who: one, channel: one, topic }), async (world, drawn) => {
    const { model } = world;
    const account = world.anybody(drawn.who);
    const channel = world.anyChannel(drawn.channel);
    const inIt = model.inTopic(channel.id, drawn.topic).filter((message) => canRead(model, account, message));
    const isAllowed = isAdministrator(account) && readsChannel(model, account, channel);
    const body = await world.attempt(
      `delete ${channel.name} > ${drawn.topic}`,
      account,
      isAllowed && inIt.length > 0 && !channel.isArchived ? true : isAdministrator(account) ? undefined : false,
      account.client.post(`/streams/${channel.id}/delete_topic`, { topic_name: drawn.topic }),
    );
    if (body !== undefined) for (const { id } of inIt) model.messages.delete(id);
  }),
];

const doubt = ({ channel, topic: name }: { channel: number; topic: string }) => `${channel}/${topicKey(name)}`;

const senderOf = ({ model }: World, message: Message): Account | undefined => {
  const sender = model.account(message.sender);
  return sender?.isActive ? sender : undefined;
};

const isArchived = ({ model }: World, { place }: Message) =>
  "channel" in place && model.channel(place.channel).isArchived;

function mayDelete({ model }: World, account: Account, message: Message): boolean {
  if (permits(model, account, "can_delete_any_message_group")) return true;
  const channel = "channel" in message.place ? model.channel(message.place.channel) : undefined;
  if (channel && permitsIn(model, account, channel, "can_delete_any_message_group")) return true;
  const sender = model.account(message.sender);
  if (sender !== account && sender?.owner !== account) return false;
  if (model.now - message.sentAt >= EDITABLE_SECONDS) return false;
  return (
    permits(model, account, "can_delete_own_message_group") ||
    (channel !== undefined && permitsIn(model, account, channel, "can_delete_own_message_group"))
  );
}

const RESOLVED = "✔ ";
const isResolution = (from: string, to: string) => to === `${RESOLVED}${from}` || from === `${RESOLVED}${to}`;

/** Requests that move messages to another topic, another channel, or both: messages.md 7. */
export const moving = [
  operation(
    "move",
    10,
    fc.record({
      ...{ who: one, message: one, topic: fc.option(topic, { freq: 3 }), channel: fc.option(one, { freq: 1 }) },
      mode: fc.constantFrom("change_one", "change_later", "change_all"),
      ...{ tellsOld: fc.boolean(), tellsNew: fc.boolean() },
    }),
    async (world, drawn) => {
      const { model } = world;
      const message = world.anyMessage(drawn.message);
      if (message === undefined || !("channel" in message.place)) return;
      const account = world.anybody(drawn.who);
      const from = { channel: model.channel(message.place.channel), topic: message.place.topic };
      const target = drawn.channel === null ? from.channel : world.anyChannel(drawn.channel);
      const to = { channel: target, topic: drawn.topic ?? from.topic };
      const changesTopic = to.topic !== from.topic;
      const changesChannel = to.channel !== from.channel;
      // The protocol doesn't say whether a message's topic can be changed to its own spelling while other messages of
      // the topic have a different case.
      const isSpeltOneWay = model
        .inTopic(from.channel.id, from.topic)
        .every(({ place }) => "channel" in place && place.topic === from.topic);
      const body = await world.attempt(
        `move ${message.id} from ${from.channel.name} > ${from.topic} to ${to.channel.name} > ${to.topic}, ${drawn.mode}`,
        account,
        changesTopic || changesChannel ? mayMove(world, account, message, from, to) : isSpeltOneWay ? false : undefined,
        account.client.patch(`/messages/${message.id}`, {
          ...(drawn.topic !== null && { topic: drawn.topic }),
          ...(drawn.channel !== null && { stream_id: target.id }),
          propagate_mode: drawn.mode,
          send_notification_to_old_thread: drawn.tellsOld,
          send_notification_to_new_thread: drawn.tellsNew,
        }),
      );
      if (body === undefined) return;
      const inTopic = model.inTopic(from.channel.id, from.topic);
      const visible = inTopic.filter((each) => canRead(model, account, each));
      const moved = visible.filter(
        ({ id }) =>
          drawn.mode === "change_all" || id === message.id || (drawn.mode === "change_later" && id >= message.id),
      );
      const wasThere = model.inTopic(to.channel.id, to.topic).some((each) => !moved.includes(each));
      const losers = model.accounts.filter((each) => !readsChannel(model, each, to.channel));
      for (const each of moved) each.place = { channel: to.channel.id, topic: to.topic };
      if (changesChannel) for (const each of moved) moveRows(world, each, to.channel, losers);
      if (moved.length === visible.length) movePolicies(world, from, to, { wasThere, losers });
    },
  ),
];

interface Where {
  readonly channel: Channel;
  readonly topic: string;
}

function mayMove({ model }: World, account: Account, message: Message, from: Where, to: Where): Verdict {
  if (!canRead(model, account, message)) return false;
  const changesChannel = from.channel !== to.channel;
  const inEither = (name: string) =>
    permitsIn(model, account, from.channel, name) || permitsIn(model, account, to.channel, name);
  if (from.topic !== to.topic) {
    if (isResolution(from.topic, to.topic)) {
      if (from.topic === "" || to.topic === RESOLVED.trim()) return false;
      if (!permits(model, account, "can_resolve_topics_group") && !inEither("can_resolve_topics_group")) return false;
    } else if (
      !permits(model, account, "can_move_messages_between_topics_group") &&
      !inEither("can_move_messages_within_channel_group")
    )
      return false;
  }
  if (changesChannel) {
    if (
      !permits(model, account, "can_move_messages_between_channels_group") &&
      !permitsIn(model, account, from.channel, "can_move_messages_out_of_channel_group")
    )
      return false;
    if (!canPost(model, account, to.channel) || from.channel.isArchived || to.channel.isArchived) return false;
  }
  // The protocol doesn't say whether topics of an archived channel can be renamed.
  return from.channel.isArchived ? undefined : true;
}

/** Removes a message from users who can't see it in the new channel (messages.md 7, effect 4). */
function moveRows({ model }: World, message: Message, target: Channel, losers: readonly Account[]): void {
  for (const { id } of losers) message.rows.delete(id);
  if (target.isPrivate && !target.sharesHistory) {
    for (const id of target.subscribers) {
      if (!message.rows.has(id) && model.account(id)?.isActive) message.rows.set(id, new Set(["read"]));
    }
  }
  for (const [id, flags] of message.rows) if (!target.subscribers.has(id)) flags.add("read");
}

/** Moves users' topic policies along with the messages (messages.md 7, effect 5). */
function movePolicies(
  { model }: World,
  from: Where,
  to: Where,
  { wasThere, losers }: { wasThere: boolean; losers: readonly Account[] },
): void {
  if (from.channel === to.channel && topicKey(from.topic) === topicKey(to.topic)) return;
  for (const account of model.accounts) {
    const old = model.policyOf(account, from.channel.id, from.topic);
    const there = model.policyOf(account, to.channel.id, to.topic);
    model.setPolicy(account, from.channel.id, from.topic, 0);
    const [before, after] = [from, to].map((place) => doubt({ channel: place.channel.id, topic: place.topic }));
    const isDoubtful = [before, after].some((key) => key !== undefined && account.doubts.has(key));
    if ((isDoubtful || losers.includes(account)) && after !== undefined) account.doubts.add(after);
    if (losers.includes(account)) continue;
    model.setPolicy(account, to.channel.id, to.topic, wasThere ? merged(old, there) : old);
  }
}

function merged(one: number, other: number): number {
  if (one === other) return one;
  if (one === 2 || other === 2) return 2;
  return Math.max(one, other) === 3 && Math.min(one, other) === 0 ? 3 : 0;
}
