import { describe, expect, test } from "vitest";
import { beginSubscriptions } from "../../../../../src/features/channels/channels/subscribers.ts";
import { toChannelId, toUserId } from "../../../../../src/protocol/ids.ts";
import { makeChannel } from "../../../../support/channels.ts";
import { fetchMessages, flagsOf, inRealm, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { advanceClock } from "../../../../support/object.ts";
import { casts, realm } from "../../../../support/organization.ts";
import { Person } from "../../../../support/person.ts";

const newCast = casts();

describe("a client that repeats a message with the same local_id", () => {
  test("gets the same ID, and no second message is sent", async () => {
    const { noah, mia } = await newCast();
    const [queue, receiver] = [await noah.queue(), await mia.queue()];
    const echo = { queue_id: queue.id, local_id: "1" };
    const first = await sendDirect(noah, [mia], "once", echo);
    expect(await sendDirect(noah, [mia], "once", echo)).toBe(first);
    expect(await receiver.events()).toHaveLength(1);
    expect((await fetchMessages(mia)).messages).toHaveLength(1);
    expect(await sendDirect(noah, [mia], "twice", { ...echo, local_id: "2" })).not.toBe(first);
    expect(await sendDirect(mia, [noah], "another's", echo)).not.toBe(first);
  });

  test("gets the same ID for simultaneous requests", async () => {
    const { noah, mia } = await newCast();
    const queue = await noah.queue();
    const echo = { queue_id: queue.id, local_id: "1" };
    const ids = await Promise.all(Array.from({ length: 8 }, () => sendDirect(noah, [mia], "once", echo)));
    expect(new Set(ids).size).toBe(1);
  });

  test("gets no address of a message that its user can't read since it was moved", async () => {
    const { iris, noah } = await newCast();
    const open = await makeChannel(noah, "tea", [noah, iris]);
    const secret = await makeChannel(iris, "secret", [iris], { invite_only: true });
    const message = { type: "channel", to: open, topic: "t", content: "once", queue_id: "q", local_id: "1" };
    const first = await noah.ok(noah.post("/messages", message));
    expect(first.message_url).toContain("/topic/t/near/");
    await iris.ok(iris.patch(`/messages/${first.id}`, { stream_id: secret, topic: "dismissals" }));
    const again = await noah.ok(noah.post("/messages", message));
    expect(again).toEqual({ result: "success", msg: "", id: first.id });
  });

  test("gets a new message after a day", async () => {
    const { noah, mia } = await newCast();
    const echo = { queue_id: "q", local_id: "1" };
    const first = await sendDirect(noah, [mia], "once", echo);
    await advanceClock(noah, 86_000_000);
    expect(await sendDirect(noah, [mia], "once", echo)).toBe(first);
    await advanceClock(noah, 1_000_000);
    await sendDirect(noah, [mia], "another", { ...echo, local_id: "2" });
    expect(await sendDirect(noah, [mia], "once", echo)).not.toBe(first);
  });
});

describe("[conventions 5] the sender's read flag of a message", () => {
  test("depends on the client's name, unless read_by_sender is given", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const through = (userAgent: string) => new Person(noah.host, noah.email, noah.key, noah.id, userAgent);
    const cases: [Person, object, string[]][] = [
      [through("ZulipFlutter/1.0 (android)"), {}, ["read"]],
      [through("zulipterminal/0.7"), {}, ["read"]],
      [through("Great Desktop App/5.0"), {}, ["read"]],
      [through("curl/8.0"), {}, []],
      [through("curl/8.0"), { read_by_sender: true }, ["read"]],
      [through("ZulipFlutter/1.0"), { read_by_sender: false }, []],
      [through("curl/8.0"), { client: "website" }, ["read"]],
    ];
    for (const [who, more, flags] of cases) {
      expect(await flagsOf(noah, await sendToChannel(who, id, "t", "hi", more))).toEqual(flags);
      expect(await flagsOf(noah, await sendDirect(who, [mia], "hi", more))).toEqual(flags);
    }
  });

  test("is in the flags of the message event", async () => {
    const { noah, mia } = await newCast();
    const [queue, other] = [await noah.queue(), await mia.queue()];
    await sendDirect(noah, [mia], "hi", { read_by_sender: true });
    expect((await queue.events())[0]).toMatchObject({ type: "message", flags: ["read"] });
    expect((await other.events())[0]).toMatchObject({ type: "message", flags: [] });
  });
});

test("sending a message writes the same few rows for any number of recipients", async () => {
  const { iris } = await realm();
  const written: number[] = [];
  for (const size of [10, 1000, 10_000]) {
    const id = await makeChannel(iris, `room for ${size}`, [iris]);
    const users = Array.from({ length: size }, (_, index) => toUserId(100_000 + index));
    await inRealm(iris, (realm) => realm.change(() => beginSubscriptions(realm, toChannelId(id), users)));
    await sendToChannel(iris, id, "t", "the first, which begins the topic", { read_by_sender: true });
    const subscribers = (await iris.ok(iris.get(`/streams/${id}`))).stream.subscriber_count;
    expect(subscribers).toBeGreaterThanOrEqual(size);
    await fetchMessages(iris);
    const count = () => inRealm(iris, ({ sql }) => Number(sql.exec("SELECT total_changes() AS n").one()["n"]));
    const before = await count();
    await sendToChannel(iris, id, "t", "@**all** the second", { read_by_sender: true });
    await fetchMessages(iris);
    written.push((await count()) - before);
  }
  expect(new Set(written).size).toBe(1);
  expect(written[0]).toBeLessThan(20);
});
