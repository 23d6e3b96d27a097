import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../../support/channels.ts";
import { eventsDuring, MODERN } from "../../../../support/events-during.ts";
import { sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { casts, organization, realm } from "../../../../support/organization.ts";
import { type Json, Person, type Queue } from "../../../../support/person.ts";

const newCast = casts();

const messagesOf = async (queue: Queue): Promise<Json[]> =>
  (await queue.events()).filter(({ type }: Json) => type === "message");

describe("[register 5.1] a message event goes to the recipients", () => {
  test("of a channel message, which are the subscribers", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const [sender, receiver, other] = await eventsDuring([noah, mia, omar], () =>
      sendToChannel(noah, id, "leaves", "**hi**"),
    );
    expect(receiver?.[0]).toMatchObject({
      type: "message",
      flags: [],
      message: {
        type: "stream",
        stream_id: id,
        display_recipient: "tea",
        subject: "leaves",
        sender_id: noah.id,
        sender_email: noah.email,
        sender_full_name: "Noah Example",
        sender_realm_str: noah.host.split(".")[0],
        content: "<p><strong>hi</strong></p>",
        content_type: "text/html",
        client: "ParleyTest",
        is_me_message: false,
        reactions: [],
        submessages: [],
        topic_links: [],
      },
    });
    expect(receiver?.[0].message).not.toHaveProperty("flags");
    expect(sender?.map(({ type }: Json) => type)).toEqual(["user_topic", "message"]);
    expect(other).toEqual([]);
  });

  test("of a direct message, which are the members of the conversation", async () => {
    const { noah, mia, omar, gus } = await newCast();
    const all = await eventsDuring([noah, mia, omar, gus], () => sendDirect(noah, [mia, omar], "hi"));
    const [sender, receiver, third, stranger] = all;
    expect(receiver?.[0].message).toMatchObject({ type: "private", subject: "" });
    expect(receiver?.[0].message).not.toHaveProperty("stream_id");
    const people = [noah, mia, omar].map(({ id }) => id).sort((a, b) => a - b);
    expect(receiver?.[0].message.display_recipient.map((one: Json) => one.id)).toEqual(people);
    expect(receiver?.[0].message.display_recipient[0]).toMatchObject({ is_mirror_dummy: false });
    expect([sender?.length, third?.length, stranger?.length]).toEqual([1, 1, 0]);
  });

  test("but not to a sender who is not subscribed to the channel", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(mia, "tea", [mia]);
    const [sender, receiver] = await eventsDuring([noah, mia], () => sendToChannel(noah, id, "t", "hi"));
    expect(sender?.map(({ type }: Json) => type)).toEqual(["user_topic"]);
    expect(receiver).toHaveLength(1);
  });

  test("including subscribers who muted the channel", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const subscription_data = [{ stream_id: id, property: "is_muted", value: true }];
    const call = await mia.post("/users/me/subscriptions/properties", { subscription_data });
    if (call.status !== 200) return;
    const [events] = await eventsDuring([mia], () => sendToChannel(noah, id, "t", "hi"));
    expect(events).toHaveLength(1);
  });
});

describe("[register 2, 3] a queue gets message events", () => {
  test("with HTML or Markdown, with or without the avatar's URL", async () => {
    const { noah, mia } = await newCast();
    const plain = await mia.queue({ apply_markdown: false, client_gravatar: true });
    const full = await mia.queue({ apply_markdown: true, client_gravatar: false });
    await sendDirect(noah, [mia], "*hi*");
    const [[written], [shown]] = [await messagesOf(plain), await messagesOf(full)];
    expect(written.message).toMatchObject({ content: "*hi*", content_type: "text/x-markdown", avatar_url: null });
    expect(shown.message).toMatchObject({ content: "<p><em>hi</em></p>", content_type: "text/html" });
    expect(shown.message.avatar_url).toContain("https://secure.gravatar.com/avatar/");
  });

  test("with the avatar's URL if the sender's email address is hidden", async () => {
    const { iris, noah, mia } = await newCast();
    await noah.ok(noah.patch("/settings", { email_address_visibility: 3 }));
    const queues = [await iris.queue({ client_gravatar: true }), await mia.queue({ client_gravatar: true })];
    await sendDirect(noah, [mia, iris], "hi");
    const [[seen], [hidden]] = [await messagesOf(queues[0] as Queue), await messagesOf(queues[1] as Queue)];
    expect(seen.message.avatar_url).toBeNull();
    expect(hidden.message.avatar_url).toContain("https://");
    expect(hidden.message.sender_email).toBe(`user${noah.id}@${noah.host}`);
  });

  test("with a display name for the empty topic if the client cannot show an empty one", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const [old, modern] = [await mia.queue(), await mia.queue(MODERN)];
    await sendToChannel(noah, id, "", "hi");
    expect((await messagesOf(old))[0].message.subject).toBe("general chat");
    expect((await messagesOf(modern))[0].message.subject).toBe("");
  });

  test("only for messages that match its narrow", async () => {
    const { noah, mia } = await realm();
    const [tea, milk] = [await makeChannel(noah, "tea", [noah, mia]), await makeChannel(noah, "milk", [noah, mia])];
    const narrowed = async (...narrow: [string, string][]) => mia.queue({ narrow });
    const queues = [
      await narrowed(["stream", "tea"]),
      await narrowed(["channel", "TEA"], ["topic", "Green"]),
      await narrowed(["is", "dm"]),
      await narrowed(["sender", noah.email]),
      await narrowed(["is", "mentioned"]),
    ];
    await sendToChannel(noah, tea, "green", "one");
    await sendToChannel(noah, milk, "green", "two");
    await sendDirect(noah, [mia], "three");
    await sendToChannel(noah, tea, "black", "four @**Mia Example**");
    const contents = [];
    for (const queue of queues) {
      const messages = await messagesOf(queue);
      contents.push(messages.map(({ message }: Json) => message.content.split(" ")[0]));
    }
    expect(contents).toEqual([["one", "four"], ["one"], ["three"], ["one", "two", "three", "four"], ["four"]]);
  });

  test("for messages of all public channels if it requests them", async () => {
    const { noah, mia, gus, omar } = await newCast();
    const open = await makeChannel(noah, "open", [noah]);
    const closed = await makeChannel(noah, "closed", [noah], { invite_only: true });
    const queues = [];
    for (const who of [mia, gus, omar]) {
      queues.push(await who.queue({ all_public_streams: true, event_types: ["message"] }));
    }
    await sendToChannel(noah, open, "t", "one");
    await sendToChannel(noah, closed, "t", "two");
    await sendDirect(noah, [omar], "three");
    const contents = [];
    for (const queue of queues) contents.push((await queue.events()).map(({ message }: Json) => message.content));
    expect(contents).toEqual([["one"], [], ["one", "three"]]);
  });

  test("for messages of public channels only until the user becomes a guest", async () => {
    const { iris, noah, mia } = await realm();
    const open = await makeChannel(noah, "open", [noah]);
    const queue = await mia.queue({ all_public_streams: true, event_types: ["message"] });
    await sendToChannel(noah, open, "t", "one");
    await iris.ok(iris.patch(`/users/${mia.id}`, { role: 600 }));
    await sendToChannel(noah, open, "t", "two");
    expect((await queue.events()).map(({ message }: Json) => message.content)).toEqual(["one"]);
  });

  test("[conventions 5] except for a mirroring client's own messages", async () => {
    const { noah, mia } = await newCast();
    const mirror = new Person(noah.host, noah.email, noah.key, noah.id, "zephyr_mirror/1.0");
    const queues = [await mirror.queue(), await noah.queue()];
    await sendDirect(mirror, [mia], "from the mirror");
    await sendDirect(noah, [mia], "from elsewhere");
    const [own, other] = queues as [Queue, Queue];
    expect((await messagesOf(own)).map(({ message }) => message.content)).toEqual(["from elsewhere"]);
    expect(await messagesOf(other)).toHaveLength(2);
  });
});

test("[register 5.1] local_message_id is only in the event of the sender's own queue", async () => {
  const { noah, mia } = await newCast();
  const [own, second, others] = [await noah.queue(), await noah.queue(), await mia.queue()];
  const id = await sendDirect(noah, [mia], "hi", { queue_id: own.id, local_id: "31.7" });
  expect((await messagesOf(own))[0]).toMatchObject({ local_message_id: "31.7", message: { id } });
  for (const queue of [second, others]) expect((await messagesOf(queue))[0]).not.toHaveProperty("local_message_id");
  // Another user's queue gets no local_message_id.
  await sendDirect(noah, [mia], "again", { queue_id: others.id, local_id: "31.8" });
  expect((await messagesOf(others))[0]).not.toHaveProperty("local_message_id");
});

test("a message sends no events to other organizations", async () => {
  const [{ noah }, { owner }] = [await realm(), await organization()];
  const queue = await owner.queue();
  await sendDirect(noah, [noah], "hi");
  expect(await queue.events()).toEqual([]);
});

test("[messages 2] the first message of a channel updates first_message_id for users who see the channel", async () => {
  const { noah, mia, gus } = await newCast();
  // Otherwise the server's own notification would be the first message.
  const id = await makeChannel(noah, "tea", [noah]);
  const { first_message_id } = (await noah.ok(noah.get(`/streams/${id}`))).stream;
  const [message] = (
    await noah.ok(noah.get("/messages", { anchor: "oldest", num_before: 0, num_after: 1, narrow: [["channel", id]] }))
  ).messages;
  expect(first_message_id).toBe(message.id);
  const [member, guest] = await eventsDuring([mia, gus], () => makeChannel(noah, "milk", [noah]));
  const told = member?.filter(({ property }: Json) => property === "first_message_id");
  expect(told).toHaveLength(1);
  expect(guest).toEqual([]);
});
