import * as fc from "fast-check";
import { flagMentions, type MentionText, mayMention, mention, textWithMention } from "../mention-texts.ts";
import { type Account, type Message, type Place, policyKey } from "../model.ts";
import { one, operation, topic } from "../operation.ts";
import { canPost, permits } from "../rules.ts";
import type { Verdict, World } from "../world.ts";

/** Requests that send messages: messages.md 2. */
export const sending = [
  operation(
    "send",
    12,
    fc.record({ who: one, channel: one, topic, mention, whom: one, isRead: fc.boolean() }),
    async (world, drawn) => {
      const { model } = world;
      const sender = world.anybody(drawn.who);
      const channel = world.anyChannel(drawn.channel);
      const said = textWithMention(model, drawn.mention, drawn.whom);
      const isFirst = model.inTopic(channel.id, drawn.topic).length === 0;
      const body = await world.attempt(
        `send to ${channel.name} > ${drawn.topic}: ${said.text}`,
        sender,
        canPost(model, sender, channel) && mayMention(model, sender, said),
        sender.client.post("/messages", {
          ...{ type: "channel", to: channel.id, topic: drawn.topic, content: said.text },
          read_by_sender: drawn.isRead,
        }),
      );
      if (body === undefined) return;
      const hearers = new Set([...channel.subscribers].filter((id) => model.account(id)?.isActive));
      for (const id of said.named) {
        // A bot gets messages that mention it.
        if (said.kind === "somebody" && model.account(id)?.owner !== undefined) hearers.add(id);
      }
      const message = arrive(world, sender, { channel: channel.id, topic: drawn.topic }, said, {
        id: body.id,
        hearers,
        isRead: drawn.isRead,
      });
      const before = model.policyOf(sender, channel.id, drawn.topic);
      follow(world, sender, message, isFirst);
      const after = model.policyOf(sender, channel.id, drawn.topic);
      const wanted = before === after ? undefined : after;
      if (body.automatic_new_visibility_policy !== wanted && said.named.has(sender.id) === false) {
        throw new Error(`automatic_new_visibility_policy is ${body.automatic_new_visibility_policy}, not ${wanted}`);
      }
    },
  ),
  operation(
    "send a direct message",
    6,
    fc.record({ who: one, people: fc.array(one, { maxLength: 3 }), mention, whom: one, isRead: fc.boolean() }),
    async (world, drawn) => {
      const { model } = world;
      const sender = world.anybody(drawn.who);
      const to = drawn.people.map((n) => world.anyAccount(n));
      const people = [...new Set([sender.id, ...to.map(({ id }) => id)])].sort((a, b) => a - b);
      const said = textWithMention(model, drawn.mention === "somebody" ? "somebody" : "none", drawn.whom);
      const body = await world.attempt(
        `write to ${to.map(({ name }) => name).join()}: ${said.text}`,
        sender,
        to.length > 0 ? mayTell(world, sender, people) : false,
        sender.client.post("/messages", {
          ...{ type: "direct", to: to.map(({ id }) => id), content: said.text },
          read_by_sender: drawn.isRead,
        }),
      );
      if (body === undefined) return;
      model.conversations.add(people.join());
      arrive(world, sender, { people }, said, { id: body.id, hearers: new Set(people), isRead: drawn.isRead });
    },
  ),
];

/** Whether the sender can send a direct message to these people (messages.md 2, check 5). */
function mayTell({ model }: World, sender: Account, people: readonly number[]): Verdict {
  const all = people.map((id) => model.account(id)).filter((each) => each !== undefined);
  if (all.some(({ isActive }) => !isActive)) return false;
  const humans = all.filter(({ owner }) => owner === undefined);
  if (humans.every((human) => human === sender)) return true;
  // The protocol lets bots reply, but doesn't say what counts as a reply.
  const isBot = sender.owner !== undefined;
  if (!humans.some((human) => permits(model, human, "direct_message_permission_group")))
    return isBot ? undefined : false;
  if (model.conversations.has(people.join())) return true;
  return permits(model, sender, "direct_message_initiator_group") || (isBot ? undefined : false);
}

interface Arrival {
  readonly id: number;
  readonly hearers: ReadonlySet<number>;
  readonly isRead: boolean;
}

function arrive(
  { model }: World,
  sender: Account,
  place: Place,
  said: MentionText,
  { id, hearers, isRead }: Arrival,
): Message {
  const message: Message = {
    ...{
      id,
      sender: sender.id,
      sentAt: model.now,
      place,
      content: said.text,
      isWidget: false,
      reactors: new Set<number>(),
    },
    rows: new Map([...hearers].map((hearer) => [hearer, new Set<string>()])),
  };
  model.messages.set(id, message);
  flagMentions(model, message, said);
  for (const [hearer, flags] of message.rows) {
    const isMuted = model.account(hearer)?.muted.has(sender.id) ?? false;
    // Messages that users receive in channels they aren't subscribed to are never unread (messages.md 11).
    if ("channel" in place && !model.channel(place.channel).subscribers.has(hearer))
      flags.add("read").add("historical");
    if (isMuted || (hearer === sender.id && isRead)) flags.add("read");
  }
  if ("channel" in place) callThere(model, sender, message, said);
  return message;
}

/** A mentioned user follows the topic if their settings say so (messages.md 2, "Automatic policies"). */
function callThere(model: World["model"], sender: Account, message: Message, { kind, named }: MentionText): void {
  if (!("channel" in message.place)) return;
  const { channel, topic } = message.place;
  for (const id of named) {
    const account = model.account(id);
    if (account === undefined || account.owner !== undefined || !account.settings.followMentions) continue;
    const isPlain = kind === "somebody" && account !== sender && message.rows.has(id);
    const isMuted = model.policyOf(account, channel, topic) === 1 || account.muted.has(sender.id);
    if (isPlain && !isMuted) raise(model, account, message, 3);
    else account.doubts.add(policyKey(channel, topic));
  }
}

/** Makes the sender follow the topic, or unmute it, if their settings say so (messages.md 2, "Automatic policies"). */
function follow({ model }: World, sender: Account, message: Message, isFirst: boolean): void {
  if (sender.owner !== undefined || !("channel" in message.place)) return;
  const applies = (policy: number) => policy <= 2 || (policy === 3 && isFirst);
  const channel = model.channel(message.place.channel);
  if (applies(sender.settings.follow)) raise(model, sender, message, 3);
  else if (applies(sender.settings.unmute) && channel.mutedBy.has(sender.id)) raise(model, sender, message, 2);
}

function raise(model: World["model"], account: Account, { place }: Message, policy: number): void {
  if (!("channel" in place) || model.policyOf(account, place.channel, place.topic) >= policy) return;
  model.setPolicy(account, place.channel, place.topic, policy);
}
