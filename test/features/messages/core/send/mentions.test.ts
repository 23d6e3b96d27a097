import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../../support/channels.ts";
import { eventsDuring } from "../../../../support/events-during.ts";
import { makeGroup } from "../../../../support/groups.ts";
import { fetchMessages, flagsOf, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { type Cast, realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

const flagsTold = (events: Json[] | undefined) => events?.find(({ type }) => type === "message")?.flags;

async function crowd({ noah, more }: Cast, size: number): Promise<{ id: number; people: Person[] }> {
  const people = [];
  for (let count = 0; count < size; count++) people.push(await more());
  return { id: await makeChannel(noah, "crowd", [noah, ...people]), people };
}

describe("[2.14] a message mentions", () => {
  test("users by name in a channel", async () => {
    const { noah, mia, omar } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia, omar]);
    const [named, other] = await eventsDuring([mia, omar], () => sendToChannel(noah, id, "t", "@**Mia Example** hi"));
    expect(flagsTold(named)).toEqual(["mentioned"]);
    expect(flagsTold(other)).toEqual([]);
    const [message] = (await fetchMessages(mia, { num_before: 1 })).messages;
    expect(message.flags).toEqual(["mentioned"]);
  });

  test("no users by a silent mention, in a quote, or without a subscription", async () => {
    const { noah, mia, omar } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const first = await sendToChannel(noah, id, "t", "@_**Mia Example** hi");
    const second = await sendToChannel(noah, id, "t", "> @**Mia Example** hi");
    const third = await sendToChannel(noah, id, "t", "@**Omar Example** hi");
    expect(await flagsOf(mia, first)).toEqual([]);
    expect(await flagsOf(mia, second)).toEqual([]);
    expect(await flagsOf(omar, third)).toEqual(["read", "historical"]);
  });

  test("all users of a channel, a topic or a conversation by a wildcard", async () => {
    const { noah, mia, omar } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia, omar]);
    await sendToChannel(mia, id, "t", "I have a part in this");
    const everybody = await sendToChannel(noah, id, "t", "@**all** hi");
    expect(await flagsOf(mia, everybody)).toEqual(["stream_wildcard_mentioned", "wildcard_mentioned"]);
    const topic = await sendToChannel(noah, id, "T", "@**topic** hi");
    expect(await flagsOf(mia, topic)).toEqual(["topic_wildcard_mentioned", "wildcard_mentioned"]);
    expect(await flagsOf(omar, topic)).toEqual([]);
    const direct = await sendDirect(noah, [mia, omar], "@**everyone** @**topic** hi");
    expect(await flagsOf(mia, direct)).toEqual(["stream_wildcard_mentioned", "wildcard_mentioned"]);
  });

  test("its sender as a topic's participant, even if it is the topic's first message", async () => {
    const { noah, mia } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    const topic = await sendToChannel(noah, id, "new", "@**topic** hi");
    expect(await flagsOf(noah, topic)).toEqual(["topic_wildcard_mentioned", "wildcard_mentioned"]);
    expect(await flagsOf(mia, topic)).toEqual([]);
  });

  test("the same users in its events as in fetched messages", async () => {
    const { noah, mia, omar } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia, omar]);
    await sendToChannel(mia, id, "t", "mine");
    const contents = ["@**all** @**Mia Example**", "@**topic**", "@_**all**", "plain"];
    const sent: number[] = [];
    const events = await eventsDuring([mia, omar, noah], async () => {
      for (const content of contents) sent.push(await sendToChannel(noah, id, "t", content));
    });
    for (const [index, who] of [mia, omar, noah].entries()) {
      const told = events[index]?.filter(({ type }) => type === "message").map(({ flags }) => flags);
      const fetched = [];
      for (const message of sent) fetched.push(await flagsOf(who, message));
      expect(told).toEqual(fetched);
    }
  });

  test("a bot that is not subscribed to the channel", async () => {
    const { noah, mia, bot } = await realm();
    const robot = await bot(noah, { full_name: "Robot" });
    const id = await makeChannel(mia, "tea", [mia]);
    const queue = await robot.queue();
    await sendToChannel(mia, id, "t", "nothing for it");
    const called = await sendToChannel(mia, id, "t", "@**Robot** help");
    const events = await queue.events();
    expect(events.map(({ message, flags }: Json) => [message.id, flags])).toEqual([
      [called, ["read", "mentioned", "historical"]],
    ]);
    const found = await fetchMessages(robot, { narrow: [["is", "mentioned"]] });
    expect(found.messages.map((message: Json) => message.id)).toEqual([called]);
  });
});

describe("[messages 2] wildcard mentions", () => {
  const CHANNEL = "STREAM_WILDCARD_MENTION_NOT_ALLOWED";
  const TOPIC = "TOPIC_WILDCARD_MENTION_NOT_ALLOWED";
  const code = async (who: Person, id: number, content: string) => {
    const { body } = await who.post("/messages", { type: "stream", to: id, topic: "t", content });
    return body.code ?? "ok";
  };

  test("require a permission in a channel of more than fifteen subscribers", async () => {
    const cast = await realm();
    const { noah, iris, omar } = cast;
    const { id } = await crowd(cast, 14);
    expect(await code(noah, id, "@**all**")).toBe("ok");
    await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "crowd" }], principals: [iris.id] }));
    for (const name of ["all", "everyone", "channel", "stream"]) {
      expect(await code(noah, id, `@**${name}** hi`)).toBe(CHANNEL);
    }
    expect(await code(noah, id, "@_**all** hi")).toBe("ok");
    expect(await code(omar, id, "@**all** hi")).toBe("ok");
  });

  test("require a permission in a topic of more than fifteen participants", async () => {
    const cast = await realm();
    const { noah } = cast;
    const { id, people } = await crowd(cast, 16);
    for (const person of people.slice(0, 15)) await sendToChannel(person, id, "t", "hi");
    expect(await code(noah, id, "@**topic**")).toBe("ok");
    expect(await code(noah, id, "@**topic**")).toBe(TOPIC);
  });
});

describe("[messages 2] mentions of a group", () => {
  test("reach all members of the group and its subgroups", async () => {
    const { noah, mia, omar, gus } = await realm();
    const inner = await makeGroup(noah, "inner", [omar]);
    await makeGroup(noah, "outer", [mia, gus], { subgroups: [inner] });
    const id = await makeChannel(noah, "tea", [noah, mia, omar]);
    const called = await sendToChannel(noah, id, "t", "@*outer* hi");
    expect(await flagsOf(mia, called)).toEqual(["mentioned"]);
    expect(await flagsOf(omar, called)).toEqual(["mentioned"]);
    const silent = await sendToChannel(noah, id, "t", "@_*outer* hi");
    expect(await flagsOf(mia, silent)).toEqual([]);
  });

  test("are allowed only for members of its can_mention_group", async () => {
    const { noah, mia, omar } = await realm();
    const only = { direct_members: [omar.id], direct_subgroups: [] };
    await makeGroup(noah, "core", [mia], { can_mention_group: only });
    const attempt = (who: Person, content: string) =>
      outcome(who.post("/messages", { type: "direct", to: [mia.id], content }));
    expect(await attempt(noah, "@*core*")).toBe("BAD_REQUEST: You are not allowed to mention user group 'core'.");
    expect(await attempt(noah, "@_*core*")).toBe("ok");
    expect(await attempt(omar, "@*core*")).toBe("ok");
    expect(await attempt(omar, "@*role:members*")).toBe(
      "BAD_REQUEST: You are not allowed to mention user group 'role:members'.",
    );
  });
});
