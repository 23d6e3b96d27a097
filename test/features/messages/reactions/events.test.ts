import { describe, expect, test } from "vitest";
import { reactionAdded } from "../../../../src/features/messages/reactions/events.ts";
import { formOf, type QueueClient } from "../../../../src/realm/events/queue-client.ts";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { casts, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { react, unreact } from "../../../support/reactions.ts";

const newCast = casts();

const THUMB = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

const told = (op: "add" | "remove", message_id: number, { id: user_id }: Person) => ({
  type: "reaction",
  op,
  message_id,
  ...THUMB,
  user_id,
  id: expect.any(Number),
});

const inTerminal = ({ host, email, key, id }: Person) => new Person(host, email, key, id, "ZulipTerminal/0.7.0 Linux");

test("[conventions 9] reaction events use the type of the Zulip emoji that the client knows", () => {
  const { adapt } = reactionAdded.kind;
  const typeFor = (name: string, reaction_type: string) =>
    adapt({ reaction_type }, formOf({ name } as QueueClient).form);
  expect(typeFor("ZulipMobile", "svc_extra_emoji")).toEqual({ reaction_type: "zulip_extra_emoji" });
  expect(typeFor("zulip-terminal", "svc_extra_emoji")).toEqual({ reaction_type: "zulip_extra_emoji" });
  expect(typeFor("ParleyTest", "svc_extra_emoji")).toEqual({ reaction_type: "svc_extra_emoji" });
  expect(typeFor("ZulipMobile", "realm_emoji")).toEqual({ reaction_type: "realm_emoji" });
});

describe("[register 5.1] reaction events", () => {
  test("[register 5.1] go to all participants of a direct message, and only to them", async () => {
    const { iris, noah, mia, gus } = await newCast();
    const id = await sendDirect(noah, [mia, gus], "x");
    const added = await eventsDuring([noah, mia, gus, iris], () => mia.ok(react(mia, id, THUMB)));
    const event = told("add", id, mia);
    expect(added).toEqual([[event], [event], [event], []]);
    const removed = await eventsDuring([noah, mia, gus, iris], () => mia.ok(unreact(mia, id, { emoji_name: "+1" })));
    const gone = told("remove", id, mia);
    expect(removed).toEqual([[gone], [gone], [gone], []]);
    expect(await eventsDuring([noah], () => react(mia, 99_999, THUMB))).toEqual([[]]);
  });

  test("[register 5.1] go to users who received the message, have flags for it, or subscribed later and can read it", async () => {
    const { iris, omar, mona, noah, mia, gus } = await newCast();
    const channel = await makeChannel(iris, "talk", [iris, noah, gus]);
    const id = await sendToChannel(noah, channel, "a", "x");
    await omar.ok(omar.post("/users/me/subscriptions", { subscriptions: [{ name: "talk" }] }));
    await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["talk"] }));
    await mona.ok(mona.post("/messages/flags", { op: "add", flag: "starred", messages: [id] }));
    const all = await eventsDuring([iris, omar, mona, noah, mia, gus], () => iris.ok(react(iris, id, THUMB)));
    const event = told("add", id, iris);
    expect(all).toEqual([[event], [event], [event], [event], [], [event]]);
  });

  test("[register 5.1] do not go to users who cannot read the message, or no longer can", async () => {
    const { iris, omar, noah, mia } = await newCast();
    const closed = { invite_only: true, history_public_to_subscribers: false };
    const channel = await makeChannel(iris, "closed", [iris, noah, omar], closed);
    const id = await sendToChannel(noah, channel, "a", "x");
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "closed" }], principals: [mia.id] }));
    await omar.ok(omar.delete("/users/me/subscriptions", { subscriptions: ["closed"] }));
    const all = await eventsDuring([iris, noah, mia, omar], () => iris.ok(react(iris, id, THUMB)));
    const event = told("add", id, iris);
    expect(all).toEqual([[event], [event], [], []]);
  });

  test("[register 5.1] have the user as an object only for zulip-terminal", async () => {
    const { noah, mia } = await newCast();
    const id = await sendDirect(noah, [mia], "x");
    const [named, bare] = await eventsDuring([inTerminal(noah), noah], async () => {
      await mia.ok(react(mia, id, THUMB));
      await mia.ok(unreact(mia, id, THUMB));
    });
    expect(bare).toEqual([told("add", id, mia), told("remove", id, mia)]);
    const user = { user_id: mia.id, email: mia.email, full_name: "Mia Example" };
    expect(named).toEqual([
      { ...told("add", id, mia), user },
      { ...told("remove", id, mia), user },
    ]);
  });

  test("[users 4.3] do not name the reacting user to guests who cannot see that user", async () => {
    const { iris, noah, mia, gus, host } = await realm();
    await givePermission(iris, "can_access_all_users_group", "role:members");
    const first = (await gus.ok(gus.get("/users/me/subscriptions"))).subscriptions[0].name;
    await gus.ok(gus.delete("/users/me/subscriptions", { subscriptions: [first] }));
    const channel = await makeChannel(iris, "talk", [noah, gus]);
    const id = await sendToChannel(noah, channel, "a", "x");
    const terminals = [noah, gus].map(inTerminal);
    const all = await eventsDuring(terminals, () => mia.ok(react(mia, id, THUMB)));
    const stranger = { user_id: mia.id, email: `user${mia.id}@${host}`, full_name: "Unknown user" };
    expect(all.map(([event]) => event?.user)).toEqual([
      { user_id: mia.id, email: mia.email, full_name: "Mia Example" },
      stranger,
    ]);
    expect(all[1]?.[0]?.user_id).toBe(mia.id);
  });

  test("[messages 2] come with a user_topic event, for the reacting user only, if reacting changed the topic policy", async () => {
    const { iris, noah } = await newCast();
    const channel = await makeChannel(iris, "talk", [iris, noah]);
    const id = await sendToChannel(iris, channel, "a", "x");
    await noah.ok(noah.patch("/settings", { automatically_follow_topics_policy: 1 }));
    const [own, others] = await eventsDuring([noah, iris], () => noah.ok(react(noah, id, THUMB)));
    expect(own?.find(({ type }) => type === "user_topic")).toMatchObject({ topic_name: "a", visibility_policy: 3 });
    expect(own?.filter(({ type }) => type === "reaction")).toHaveLength(1);
    expect(others?.map(({ type }) => type)).toEqual(["reaction"]);
  });
});
