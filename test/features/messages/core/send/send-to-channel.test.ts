import { describe, expect, test } from "vitest";
import { forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../../support/channels.ts";
import { fetchMessages, sendToChannel } from "../../../../support/messages.ts";
import { casts, realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

const newCast = casts();

const post = (who: Person, fields: object) =>
  who.post("/messages", { type: "stream", content: "hello", topic: "t", ...fields });
const unauthorized = (name: string) => `BAD_REQUEST: Not authorized to send to channel '${name}'`;

describe("[messages 2] the channel of a message", () => {
  test("is given by ID or name, bare, as JSON, or as a list of one", async () => {
    const { noah } = await newCast();
    const id = await makeChannel(noah, "tea room", [noah]);
    for (const to of [String(id), "tea room", '"tea room"', "TEA Room", `[${id}]`, '["tea room"]']) {
      expect(await outcome(post(noah, { to }))).toBe("ok");
    }
    for (const type of ["stream", "channel"]) expect(await outcome(post(noah, { to: id, type }))).toBe("ok");
  });

  test("must be exactly one", async () => {
    const { noah } = await realm();
    const [a, b] = [await makeChannel(noah, "a", [noah]), await makeChannel(noah, "b", [noah])];
    for (const to of [[a, b], ["a", "b"], []]) {
      expect(await outcome(post(noah, { to }))).toBe("BAD_REQUEST: Expected exactly one channel");
    }
    expect(await outcome(post(noah, { to: [a, "b"] }))).toBe(
      "BAD_REQUEST: Recipient lists may contain emails or user IDs, but not both.",
    );
  });

  test("must be an existing channel", async () => {
    const { noah } = await newCast();
    const byName = await post(noah, { to: "nowhere" });
    expect(byName.body).toMatchObject({
      code: "STREAM_DOES_NOT_EXIST",
      msg: "Channel 'nowhere' does not exist",
      stream: "nowhere",
    });
    const byId = await post(noah, { to: 999 });
    expect(byId.body).toMatchObject({
      code: "STREAM_DOES_NOT_EXIST",
      msg: "Channel with ID '999' does not exist",
      stream_id: 999,
    });
  });
});

describe("[messages 2] permission to post in a channel", () => {
  test("is granted in a public channel to everyone except guests, subscribed or not", async () => {
    const { by, mia } = await realmWithCallers();
    await makeChannel(mia, "public", [mia]);
    const guest = unauthorized("public");
    expect(await outcomes((who) => post(who, { to: "public" }), by)).toEqual(forAll("ok", { guest }));
  });

  test("is granted to guests in channels they are subscribed to", async () => {
    const { gus, mia } = await newCast();
    await makeChannel(mia, "public", [mia, gus]);
    expect(await outcome(post(gus, { to: "public" }))).toBe("ok");
  });

  test("is granted to everyone in a web-public channel", async () => {
    const { by, iris } = await realmWithCallers();
    await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
    await makeChannel(iris, "open", [iris], { is_web_public: true });
    expect(await outcomes((who) => post(who, { to: "open" }), by)).toEqual(forAll("ok"));
  });

  test("is granted in a private channel to its subscribers, and to bots that they own", async () => {
    const { by, noah, mia } = await realmWithCallers();
    await makeChannel(mia, "private", [mia, noah], { invite_only: true });
    const attempt = (who: Person) => post(who, { to: "private" });
    expect(await outcomes(attempt, by)).toEqual(forAll(unauthorized("private"), { member: "ok", bot: "ok" }));
  });

  test("is refused with the same error for a hidden private channel as for an unknown ID", async () => {
    const { mia, noah, gus } = await newCast();
    const id = await makeChannel(mia, "private", [mia], { invite_only: true });
    for (const who of [noah, gus]) {
      const [there, nowhere] = [await post(who, { to: id }), await post(who, { to: 999 })];
      const neutral = JSON.stringify(nowhere.body).replaceAll("999", String(id));
      expect(JSON.stringify(there.body)).toBe(neutral);
    }
  });

  test("is granted in a private channel with shared history to users who can subscribe themselves", async () => {
    const { mia, noah, gus } = await newCast();
    const group = { direct_members: [noah.id, gus.id], direct_subgroups: [] };
    for (const shared of [true, false]) {
      const settings = { invite_only: true, history_public_to_subscribers: shared, can_subscribe_group: group };
      await makeChannel(mia, `shared ${shared}`, [mia], settings);
    }
    expect(await outcome(post(noah, { to: "shared true" }))).toBe("ok");
    expect(await outcome(post(noah, { to: "shared false" }))).toBe(unauthorized("shared false"));
    expect(await outcome(post(gus, { to: "shared true" }))).toBe(unauthorized("shared true"));
  });

  test("is granted by membership in can_send_message_group", async () => {
    const { by, mia, noah } = await realmWithCallers();
    await makeChannel(mia, "board", [mia], {
      can_send_message_group: { direct_members: [noah.id], direct_subgroups: [] },
    });
    const refusal = "BAD_REQUEST: You do not have permission to post in this channel.";
    const attempt = (who: Person) => post(who, { to: "board" });
    // A guest who can't see the channel learns nothing about its rules.
    const expected = forAll(refusal, { member: "ok", bot: "ok", guest: unauthorized("board") });
    expect(await outcomes(attempt, by)).toEqual(expected);
  });

  test("is granted to no one in an archived channel", async () => {
    const { iris } = await newCast();
    const id = await makeChannel(iris, "old", [iris]);
    const archived = await iris.delete(`/streams/${id}`);
    if (archived.status === 404 || archived.status === 405) return;
    expect(await outcome(post(iris, { to: id }))).toBe(unauthorized("old"));
  });
});

describe("[messages 1] the topic of a message", () => {
  test("must be given, as topic or subject", async () => {
    const { noah } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    expect(await outcome(noah.post("/messages", { type: "stream", to: id, content: "x" }))).toBe(
      "BAD_REQUEST: Missing topic",
    );
    await noah.ok(noah.post("/messages", { type: "stream", to: id, content: "x", subject: "old name" }));
    expect((await fetchMessages(noah)).messages.at(-1).subject).toBe("old name");
    expect(await outcome(post(noah, { to: id, topic: "a", subject: "b" }))).toBe(
      "REQUEST_CONFUSING_VAR: Can't decide between 'topic' and 'subject' arguments",
    );
  });

  test("is trimmed, truncated if it is too long, and refused if it has unprintable characters", async () => {
    const { noah } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    await sendToChannel(noah, id, "  spaces  ", "x");
    expect((await fetchMessages(noah)).messages.at(-1).subject).toBe("spaces");
    await sendToChannel(noah, id, "🍵".repeat(61), "x");
    expect((await fetchMessages(noah)).messages.at(-1).subject).toBe(`${"🍵".repeat(57)}...`);
    await sendToChannel(noah, id, "é".repeat(60), "x");
    expect((await fetchMessages(noah)).messages.at(-1).subject).toBe("é".repeat(60));
    expect(await outcome(post(noah, { to: id, topic: "a\u0000b" }))).toBe(
      "BAD_REQUEST: Invalid character in topic, at position 2!",
    );
    expect(await outcome(post(noah, { to: id, topic: "ab\ufffe" }))).toBe(
      "BAD_REQUEST: Invalid character in topic, at position 3!",
    );
  });

  test("[conventions 8] can be empty, or given as the display name of the empty topic", async () => {
    const { noah } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    for (const topic of ["", "  ", "(no topic)", "general chat"]) await sendToChannel(noah, id, topic, "x");
    const shown = await fetchMessages(noah, { allow_empty_topic_name: true, num_before: 4 });
    expect(shown.messages.map((message: Json) => message.subject)).toEqual(["", "", "", ""]);
    const named = await fetchMessages(noah, { num_before: 1 });
    expect(named.messages[0].subject).toBe("general chat");
  });

  test("[conventions 8] must be allowed by the topics policy of the channel, or else of the organization", async () => {
    const { iris, noah } = await realm();
    const id = await makeChannel(noah, "strict", [noah], { topics_policy: "disable_empty_topic" });
    const refusal = "BAD_REQUEST: Sending messages to the general chat is not allowed in this channel.";
    expect(await outcome(post(noah, { to: id, topic: "" }))).toBe(refusal);
    expect(await outcome(post(noah, { to: id, topic: "named" }))).toBe("ok");
    const plain = await makeChannel(noah, "plain", [noah]);
    await iris.ok(iris.patch("/realm", { topics_policy: "disable_empty_topic" }));
    expect(await outcome(post(noah, { to: plain, topic: "(no topic)" }))).toBe(refusal);
    const open = await makeChannel(noah, "open", [noah], { topics_policy: "allow_empty_topic" });
    expect(await outcome(post(noah, { to: open, topic: "" }))).toBe("ok");
  });

  test("is matched regardless of case, and keeps its own spelling", async () => {
    const { noah } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    const [first, second] = [
      await sendToChannel(noah, id, "Green Tea", "x"),
      await sendToChannel(noah, id, "green TEA", "y"),
    ];
    const narrow = [
      ["channel", id],
      ["topic", "GREEN tea"],
    ];
    const { messages } = await fetchMessages(noah, { narrow });
    expect(messages.map((message: Json) => [message.id, message.subject])).toEqual([
      [first, "Green Tea"],
      [second, "green TEA"],
    ]);
    const { topics } = await noah.ok(noah.get(`/users/me/${id}/topics`));
    expect(topics[0]).toEqual({ name: "green TEA", max_id: second });
  });
});
