import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../../support/channels.ts";
import { fetchMessages, idsOf, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { inRealm, untilShipped, withDatabase } from "../../../../support/object.ts";
import { casts, realm } from "../../../../support/organization.ts";
import { type Json, Person } from "../../../../support/person.ts";
import { until } from "../../../../support/until.ts";

const newCast = casts();

const NEWEST = 10_000_000_000_000_000;
const fetch = (who: Person, fields: object) =>
  who.get("/messages", "message_ids" in fields ? { ...fields } : { num_before: 0, num_after: 0, ...fields });
const refused = async (who: Person, fields: object) => outcome(fetch(who, fields));

describe("[messages 4] a page of messages", () => {
  test("is reported as incomplete if D1 is unavailable and the realm has trimmed messages", async () => {
    const { noah } = await realm();
    const narrow = [["dm", [noah.id]]];
    const ids = [await sendDirect(noah, [noah], "0")];
    const page = async () => {
      let found: Json = {};
      await withDatabase(noah, "refuse", async () => {
        found = await noah.ok(fetch(noah, { anchor: "newest", num_before: 100, narrow }));
      });
      return found;
    };
    expect(await page()).toMatchObject({ messages: [{ id: ids[0] }], found_oldest: true });
    for (let count = 1; count < 60; count++) ids.push(await sendDirect(noah, [noah], `${count}`));
    const held = "SELECT count(*) AS n FROM messages";
    await until(async () => {
      await untilShipped(noah);
      expect(await inRealm(noah, ({ sql }) => sql.exec(held).one()["n"])).toBeLessThan(60);
    });
    const { messages, found_oldest } = await page();
    expect([idsOf(messages), found_oldest]).toEqual([ids.slice(-messages.length), false]);
  });

  test("surrounds its anchor", async () => {
    const { noah } = await newCast();
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) ids.push(await sendDirect(noah, [noah], `${count}`));
    const narrow = [["dm", [noah.id]]];
    const [, b, c, d, e] = ids as [number, number, number, number, number];
    const around = await noah.ok(fetch(noah, { anchor: d, num_before: 2, num_after: 1, narrow }));
    expect(idsOf(around.messages)).toEqual([b, c, d, e]);
    expect(around).toMatchObject({
      anchor: d,
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
    });
    const without = await noah.ok(fetch(noah, { anchor: d, num_before: 2, include_anchor: false, narrow }));
    expect(idsOf(without.messages)).toEqual([b, c]);
    const all = await noah.ok(fetch(noah, { anchor: "newest", num_before: 100, narrow }));
    expect(idsOf(all.messages)).toEqual(ids);
    expect(all).toMatchObject({ anchor: NEWEST, found_anchor: false, found_oldest: true, found_newest: true });
    const oldest = await noah.ok(fetch(noah, { anchor: "oldest", num_after: 2, narrow }));
    expect(idsOf(oldest.messages)).toEqual(ids.slice(0, 2));
    expect(oldest).toMatchObject({ anchor: 0, found_oldest: true, found_newest: false });
    const listed = await noah.ok(noah.get("/messages", { message_ids: [ids[3], ids[1], 9999] }));
    expect(idsOf(listed.messages)).toEqual([b, d]);
  });

  test("starts at the first unread message", async () => {
    const { noah, mia } = await newCast();
    const ids: number[] = [];
    for (let count = 0; count < 4; count++) ids.push(await sendDirect(noah, [mia], `${count}`));
    await mia.ok(mia.post("/messages/flags", { messages: ids.slice(0, 2), op: "add", flag: "read" }));
    const found = await mia.ok(fetch(mia, { anchor: "first_unread", num_before: 1, num_after: 1 }));
    expect(found.anchor).toBe(ids[2]);
    expect(idsOf(found.messages)).toEqual(ids.slice(1));
    await mia.ok(mia.post("/mark_all_as_read"));
    const none = await mia.ok(fetch(mia, { anchor: 0, use_first_unread_anchor: true, num_before: 2 }));
    expect(none.anchor).toBe(NEWEST);
    expect(idsOf(none.messages)).toEqual(ids.slice(2));
  });

  test("has the messages of the conversation in a narrow", async () => {
    const { noah, mia } = await newCast();
    const [tea, milk] = [await makeChannel(noah, "tea", [noah, mia]), await makeChannel(noah, "milk", [noah, mia])];
    const green = await sendToChannel(noah, tea, "Green", "a leaf");
    const black = await sendToChannel(mia, tea, "black", "a leaf with https://example.com");
    const white = await sendToChannel(noah, milk, "white", "no leaves");
    const direct = await sendDirect(mia, [noah], "a word");
    const since = { anchor: green, num_before: 0, num_after: 100 };
    const found = async (...narrow: unknown[]) =>
      idsOf((await noah.ok(noah.get("/messages", { ...since, narrow }))).messages);
    expect(await found()).toEqual([green, black, white, direct]);
    expect(await found(["stream", "tea"])).toEqual([green, black]);
    expect(await found({ operator: "channel", operand: milk })).toEqual([white]);
    expect(await found(["stream", "tea"], ["topic", "green"])).toEqual([green]);
    expect(await found(["sender", mia.email])).toEqual([black, direct]);
    expect(await found({ operator: "sender", operand: mia.id, negated: true })).toEqual([green, white]);
    expect(await found(["dm", [mia.id]])).toEqual([direct]);
    expect(await found(["is", "dm"])).toEqual([direct]);
    expect(await found(["has", "link"])).toEqual([black]);
    expect(await found(["with", green])).toEqual([green]);
    expect(await found(["stream", "tea"], ["stream", "milk"])).toEqual([]);
    const search = await noah.ok(noah.get("/messages", { ...since, narrow: [["search", "leaf"]] }));
    expect(idsOf(search.messages)).toContain(green);
    const [hit] = search.messages;
    expect(hit).toMatchObject({
      match_content: '<p>a <span class="highlight">leaf</span></p>',
      match_subject: "Green",
    });
  });

  test("is refused with invalid parameters", async () => {
    const { noah, mia } = await newCast();
    await makeChannel(mia, "secret", [mia], { invite_only: true });
    const bad = "BAD_NARROW: Invalid narrow operator";
    const narrowed = (...narrow: unknown[]) => refused(noah, { anchor: 1, narrow });
    expect(await narrowed(["flavour", "sweet"])).toBe(`${bad}: unknown operator flavour`);
    expect(await narrowed(["stream", "secret"])).toBe(`${bad}: unknown channel secret`);
    expect(await narrowed(["stream", "nowhere"])).toBe(`${bad}: unknown channel nowhere`);
    expect(await refused(noah, {})).toBe("BAD_REQUEST: Missing 'anchor' argument.");
    expect(await refused(noah, { anchor: "somewhere" })).toBe("BAD_REQUEST: Invalid anchor");
    expect(await refused(noah, { anchor: 1, num_before: 5000, num_after: 1 })).toBe(
      "BAD_REQUEST: Too many messages requested (maximum 5000).",
    );
    expect(await refused(noah, { anchor: 1, num_before: 1, num_after: 1, include_anchor: false })).toBe(
      "BAD_REQUEST: The anchor can only be excluded at an end of the range",
    );
    expect(await refused(noah, { message_ids: Array.from({ length: 5001 }, (_, index) => index) })).toContain(
      "BAD_REQUEST: Too many messages requested",
    );
    expect(await refused(noah, { message_ids: [1], anchor: 1 })).toContain(
      "BAD_REQUEST: Unsupported parameter combination",
    );
  });
});

describe("[messages 4] GET /messages finds", () => {
  test("received messages, and all messages of a channel with open history if the narrow names it", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    const before = await sendToChannel(noah, id, "t", "before");
    await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }] }));
    const after = await sendToChannel(noah, id, "t", "after");
    const own = (await fetchMessages(mia)).messages;
    expect(idsOf(own)).toContain(after);
    expect(idsOf(own)).not.toContain(before);
    const { messages } = await fetchMessages(mia, {
      narrow: [
        ["channel", id],
        ["topic", "t"],
      ],
    });
    expect(messages.map((message: Json) => [message.id, message.flags])).toEqual([
      [before, ["read", "historical"]],
      [after, []],
    ]);
  });

  test("only received messages in a channel with protected history", async () => {
    const { noah, mia } = await newCast();
    const settings = { invite_only: true, history_public_to_subscribers: false };
    const id = await makeChannel(noah, "tea", [noah], settings);
    await sendToChannel(noah, id, "old topic", "before");
    const add = { subscriptions: [{ name: "tea" }], principals: [mia.id] };
    await noah.ok(noah.post("/users/me/subscriptions", add));
    const during = await sendToChannel(noah, id, "t", "during");
    const narrow = [["channel", id]];
    expect(idsOf((await fetchMessages(mia, { narrow })).messages)).toEqual([during]);
    await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["tea"] }));
    await sendToChannel(noah, id, "t", "while away");
    expect(idsOf((await fetchMessages(mia)).messages)).not.toContain(during);
    expect(await refused(mia, { anchor: 1, narrow })).toBe(
      `BAD_NARROW: Invalid narrow operator: unknown channel ${id}`,
    );
    await noah.ok(noah.post("/users/me/subscriptions", add));
    const again = await sendToChannel(noah, id, "t", "again");
    expect(idsOf((await fetchMessages(mia, { narrow })).messages)).toEqual([during, again]);
  });

  test("messages still readable in a channel that the user unsubscribed from", async () => {
    const { noah, mia, gus } = await newCast();
    const open = await makeChannel(noah, "open", [noah, mia, gus]);
    const closed = await makeChannel(noah, "closed", [noah, mia, gus], { invite_only: true });
    const [inOpen, inClosed] = [await sendToChannel(noah, open, "t", "x"), await sendToChannel(noah, closed, "t", "x")];
    for (const who of [mia, gus]) {
      await who.ok(who.delete("/users/me/subscriptions", { subscriptions: ["open", "closed"] }));
    }
    expect(idsOf((await fetchMessages(mia)).messages)).toContain(inOpen);
    expect(idsOf((await fetchMessages(mia)).messages)).not.toContain(inClosed);
    expect(idsOf((await fetchMessages(gus)).messages)).not.toContain(inOpen);
    const listed = await mia.ok(mia.get("/messages", { message_ids: [inOpen, inClosed] }));
    expect(idsOf(listed.messages)).toEqual([inOpen]);
  });

  test("[conventions 4] messages of web-public channels for spectators who request these", async () => {
    const { iris, noah } = await realm();
    const nobody = new Person(noah.host, "", "");
    await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
    const open = await makeChannel(iris, "open", [noah], { is_web_public: true });
    const plain = await makeChannel(noah, "plain", [noah]);
    const [seen, unseen] = [
      await sendToChannel(noah, open, "", "hello world"),
      await sendToChannel(noah, plain, "t", "hello you"),
    ];
    const { messages } = await fetchMessages(nobody, { narrow: [["channels", "web-public"]] });
    expect(idsOf(messages)).toContain(seen);
    expect(idsOf(messages)).not.toContain(unseen);
    const [message] = messages.slice(-1);
    expect(message).toMatchObject({
      flags: ["read", "historical"],
      display_recipient: "open",
      subject: "general chat",
    });
    expect(message.avatar_url).toContain("https://");
    expect(idsOf((await fetchMessages(nobody, { narrow: [["channel", open]] })).messages)).toContain(seen);
    expect(await refused(nobody, { anchor: 1 })).toContain("UNAUTHENTICATED_USER");
    expect(await refused(nobody, { anchor: 1, narrow: [["channel", plain]] })).toBe(
      `BAD_NARROW: Invalid narrow operator: unknown channel ${plain}`,
    );
    const found = await fetchMessages(nobody, {
      narrow: [
        ["channels", "web-public"],
        ["search", "hello"],
      ],
    });
    expect(idsOf(found.messages)).toEqual([seen]);
    await iris.ok(iris.patch("/realm", { enable_spectator_access: false }));
    expect(await refused(nobody, { anchor: 1, narrow: [["channels", "web-public"]] })).toContain(
      "UNAUTHENTICATED_USER",
    );
  });
});

test("[messages 5] matches_narrow returns the given messages that match", async () => {
  const { noah, mia } = await newCast();
  const id = await makeChannel(noah, "tea", [noah]);
  const [first, second] = [
    await sendToChannel(noah, id, "<b>", "one *leaf*"),
    await sendToChannel(noah, id, "t", "two words"),
  ];
  const secret = await sendDirect(mia, [mia], "leaf");
  const ask = async (narrow: unknown[], msg_ids = [first, second, secret, 999]) =>
    (await noah.ok(noah.get("/messages/matches_narrow", { msg_ids, narrow }))).messages;
  expect(await ask([["search", "leaf"]])).toEqual({
    [first]: {
      match_content: '<p>one <em><span class="highlight">leaf</span></em></p>',
      match_subject: "&lt;b&gt;",
    },
  });
  expect(
    await ask([
      ["topic", "t"],
      ["channel", id],
    ]),
  ).toEqual({
    [second]: { match_content: "<p>two words</p>", match_subject: "t" },
  });
});

test("GET /messages finds a message in D1 that the realm no longer holds", async () => {
  const { noah, mia } = await newCast();
  const first = await sendDirect(noah, [mia], "the first");
  // The test realm's window is twenty messages.
  for (let count = 0; count < 30; count++) await sendDirect(noah, [noah], `${count}`);
  const { messages } = await fetchMessages(mia);
  expect(messages[0]).toMatchObject({ id: first, content: "<p>the first</p>" });
});
