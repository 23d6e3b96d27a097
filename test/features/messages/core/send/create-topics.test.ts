import { describe, expect, test } from "vitest";
import { makeChannel, outcome, outcomes, realmWithCallers } from "../../../../support/channels.ts";
import { eventsDuring } from "../../../../support/events-during.ts";
import { groupIds } from "../../../../support/groups.ts";
import { handOver, mailAddressOf, newestMessages, rawMail, withMailIn } from "../../../../support/incoming-mail.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { advanceClock } from "../../../../support/object.ts";
import { type Cast, realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";
import {
  schedule,
  scheduledMessagesOf,
  scheduleMessage,
  secondsFromNow,
  untilTrue,
} from "../../../../support/scheduled-messages.ts";
import { deliver, webhookBot } from "../../../../support/webhooks.ts";

const REFUSED = "BAD_REQUEST: You do not have permission to create new topics in this channel.";

/** Allows only moderators, or another role, to create topics in a channel. */
async function restrict({ iris }: Cast, channel: number, role = "role:moderators"): Promise<void> {
  const group = (await groupIds(iris))[role];
  await iris.ok(iris.patch(`/streams/${channel}`, { can_create_topic_group: { new: group } }));
}

const post = (who: Person, to: number | string, topic: string) =>
  who.post("/messages", { type: "channel", to, topic, content: "hi" });

/** A channel with the topic "Old", where noah and mia can't create topics. */
async function restricted() {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
  const id = await sendToChannel(noah, channel, "Old", "first");
  await restrict(cast, channel);
  return { ...cast, channel, id };
}

describe("[channels 3] can_create_topic_group", () => {
  test("controls who can write in a topic without messages, but not in existing topics", async () => {
    const cast = await realmWithCallers();
    const { by, iris } = cast;
    const channel = await makeChannel(iris, "harbour", Object.values(by));
    const fresh = (who: Person, name: string) => post(who, channel, `by ${name}`);
    expect(Object.values(await outcomes(fresh, by))).toEqual(Array(6).fill("ok"));
    await restrict(cast, channel);
    const other = (who: Person, name: string) => post(who, channel, `again by ${name}`);
    expect(Object.values(await outcomes(other, by))).toEqual([
      ...["ok", "ok", "ok", REFUSED, REFUSED],
      // A bot owned by a member.
      REFUSED,
    ]);
    const known = (who: Person) => post(who, channel, "BY Owner");
    expect(Object.values(await outcomes(known, by))).toEqual(Array(6).fill("ok"));
    await restrict(cast, channel, "role:nobody");
    expect(await outcome(post(iris, channel, "of nobody"))).toBe(REFUSED);
  });

  test("cannot be restricted in a channel with protected history, where it would reveal earlier topics", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    const { "role:moderators": moderators, "role:everyone": everyone } = await groupIds(iris);
    const refusal =
      "BAD_REQUEST: Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group";
    const kind = { invite_only: true, can_create_topic_group: moderators };
    const subscribe = (name: string, settings: object) =>
      outcome(iris.post("/users/me/subscriptions", { subscriptions: [{ name }], ...settings }));
    expect(await subscribe("cellar", kind)).toBe(refusal);
    expect(await subscribe("vault", { ...kind, history_public_to_subscribers: true })).toBe("ok");
    const channel = await makeChannel(iris, "attic", [iris, noah], { invite_only: true });
    const change = (fields: object) => outcome(iris.patch(`/streams/${channel}`, { ...fields }));
    const only = (group: number) => ({ can_create_topic_group: { new: group } });
    expect(await change(only(moderators))).toBe(refusal);
    expect(await change({ history_public_to_subscribers: true, ...only(moderators) })).toBe("ok");
    expect(await change({ history_public_to_subscribers: false })).toBe(refusal);
    expect(await change({ description: "Old things" })).toBe("ok");
    expect(await change({ history_public_to_subscribers: false, ...only(everyone) })).toBe("ok");
  });

  test("is listed, announced and changed like the other channel permissions", async () => {
    const cast = await realm();
    const { iris, noah, mia } = cast;
    const { "role:everyone": everyone } = await groupIds(iris);
    const own = { direct_members: [noah.id], direct_subgroups: [] };
    const channel = await makeChannel(noah, "harbour", [noah, mia], { can_create_topic_group: own });
    const plain = await makeChannel(noah, "quay", [noah]);
    const { subscriptions } = await noah.ok(noah.post("/register", { fetch_event_types: ["subscription"] }));
    const valueIn = (id: number) => subscriptions.find((one: Json) => one.stream_id === id).can_create_topic_group;
    expect([valueIn(channel), valueIn(plain)]).toEqual([own, everyone]);
    expect(await outcome(post(mia, channel, "hers"))).toBe(REFUSED);
    const [events = []] = await eventsDuring([mia], () => restrict(cast, channel, "role:everyone"));
    expect(events).toMatchObject([{ type: "stream", property: "can_create_topic_group", value: everyone }]);
    expect(await outcome(post(mia, channel, "hers"))).toBe("ok");
    const { "role:internet": internet } = await groupIds(iris);
    const wide = iris.patch(`/streams/${channel}`, { can_create_topic_group: { new: internet } });
    expect(await outcome(wide)).toMatch(/'can_create_topic_group' setting cannot be set to/);
  });

  test("treats a topic whose messages were all deleted as a new one", async () => {
    const { iris, noah, channel, id } = await restricted();
    expect(await outcome(post(noah, channel, "old"))).toBe("ok");
    for (const message of (
      await fetchMessages(iris, {
        narrow: [
          ["channel", "harbour"],
          ["topic", "old"],
        ],
      })
    ).messages)
      await iris.ok(iris.delete(`/messages/${message.id}`));
    expect((await fetchMessages(iris)).messages.map((one: Json) => one.id)).not.toContain(id);
    expect(await outcome(post(noah, channel, "Old"))).toBe(REFUSED);
  });

  test("is required to move messages to a new topic, but not to an existing one, nor to resolve a topic", async () => {
    const { iris, noah, channel, id } = await restricted();
    const other = await sendToChannel(iris, channel, "Other", "second");
    const move = (who: Person, message: number, fields: object) =>
      outcome(who.patch(`/messages/${message}`, { propagate_mode: "change_all", ...fields }));
    expect(await move(noah, id, { topic: "Fresh" })).toBe(REFUSED);
    expect(await move(noah, id, { topic: "Other", propagate_mode: "change_one" })).toBe("ok");
    expect(await move(noah, other, { topic: "✔ Other" })).toBe("ok");
    expect(await move(noah, other, { topic: "Other" })).toBe("ok");
    expect(await move(noah, other, { topic: "oTHER" })).toBe("ok");
    expect(await move(noah, other, { topic: "✔ oTHER", propagate_mode: "change_one" })).toBe(REFUSED);
    const there = await makeChannel(noah, "quay", [noah, iris]);
    const mine = await sendToChannel(noah, there, "Mine", "third");
    expect(await move(noah, mine, { stream_id: channel })).toBe(REFUSED);
    expect(await move(noah, mine, { stream_id: channel, topic: "✔ Mine" })).toBe(REFUSED);
    expect(await move(noah, mine, { stream_id: channel, topic: "oTHER" })).toBe("ok");
    expect(await move(iris, other, { topic: "Fresh" })).toBe("ok");
  });

  test("is checked when a message is scheduled or changed, and again when it is due", async () => {
    const { iris, noah, channel, id } = await restricted();
    const where = { type: "channel", to: channel };
    expect(await outcome(schedule(noah, { ...where, topic: "Fresh" }))).toBe(REFUSED);
    const scheduled = await scheduleMessage(noah, { ...where, topic: "Old" });
    expect(await outcome(noah.patch(`/scheduled_messages/${scheduled}`, { topic: "Fresh" }))).toBe(REFUSED);
    await iris.ok(iris.delete(`/messages/${id}`));
    await advanceClock(noah, 120_000);
    await untilTrue(async () => (await scheduledMessagesOf(noah))[0]?.failed === true);
    expect((await fetchMessages(iris, { narrow: [["channel", "harbour"]] })).messages).not.toContainEqual(
      expect.objectContaining({ content: "<p>later</p>" }),
    );
  });

  test("does not apply to direct messages and reminders", async () => {
    const { noah, mia, id } = await restricted();
    await sendDirect(noah, [mia], "hi");
    const due = { message_id: id, scheduled_delivery_timestamp: await secondsFromNow(noah, 100) };
    expect(await outcome(noah.post("/reminders", due))).toBe("ok");
  });

  test("applies to messages by email", async () => {
    const { iris, noah, channel } = await restricted();
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(noah, channel);
      const mail = (Subject: string) => rawMail({ Subject }, `about ${Subject}`);
      expect((await handOver(address, mail("Fresh"))).body.msg).toMatch(
        /You do not have permission to create new topics/,
      );
      expect(await handOver(address, mail("Old"))).toMatchObject({ status: 200 });
      expect((await newestMessages(iris))[0]).toMatchObject({ subject: "Old", stream_id: channel });
      expect(await handOver(await mailAddressOf(iris, channel), mail("Fresh"))).toMatchObject({ status: 200 });
    });
  });

  test("applies to webhooks: a delivery with several messages posts none if one is refused", async () => {
    const cast = await realm();
    const { iris, mia } = cast;
    const { bot, channel } = await webhookBot(cast);
    const query = { stream: "builds" };
    expect((await deliver(bot, "ifttt", { topic: "Doors", content: "open" }, { query })).status).toBe(200);
    await restrict(cast, channel);
    const refused = await deliver(bot, "ifttt", { topic: "Windows", content: "open" }, { query });
    expect([refused.status, refused.body.msg]).toEqual([400, REFUSED.slice("BAD_REQUEST: ".length)]);
    expect((await deliver(bot, "ifttt", { topic: "doors", content: "shut" }, { query })).status).toBe(200);
    const { messages } = await fetchMessages(mia, { narrow: [["channel", "builds"]], apply_markdown: false });
    expect(messages.filter((one: Json) => one.sender_id === bot.id).map((one: Json) => one.content)).toEqual([
      ...["open", "shut"],
    ]);
    await iris.ok(
      iris.patch(`/streams/${channel}`, {
        can_create_topic_group: { new: { direct_members: [bot.id], direct_subgroups: [] } },
      }),
    );
    expect((await deliver(bot, "ifttt", { topic: "Windows", content: "open" }, { query })).status).toBe(200);
  });
});
