import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../../support/channels.ts";
import { fetchMessages, flagsOf, idsOf, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { identityOf, untilShipped } from "../../../../support/object.ts";
import { realm } from "../../../../support/organization.ts";
import type { Person } from "../../../../support/person.ts";

const found = async (who: Person, narrow: readonly unknown[]) =>
  idsOf((await fetchMessages(who, { narrow, num_before: 50 })).messages);

/** Messages that mention Mia by name, and others that only look like it. */
async function mentioning() {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const channel = await makeChannel(iris, "tea", [iris, noah, mia]);
  await iris.ok(iris.post("/user_groups/create", { name: "crew", description: "", members: [mia.id] }));
  const say = (content: string) => sendToChannel(noah, channel, "cups", content);
  const named = await say("ask @**Mia Example** please");
  const byId = await say(`@**Mia Example|${mia.id}** and @**Noah Example**`);
  const others = [
    await say("@_**Mia Example** is away"),
    await say("> @**Mia Example**"),
    await say("`@**Mia Example**` and Mia Example"),
    await say("@*crew* and @**all** and @**topic**"),
    await say("@**Noah Example**"),
    await say(`<span class="user-mention" data-user-id="${mia.id}">`),
  ];
  return { ...cast, channel, say, named, byId, others };
}

describe("[messages 5] the operator `mentions`", () => {
  test("finds messages that mention a user by name, but not silent, group or wildcard mentions", async () => {
    const { iris, noah, mia, channel, named, byId, others } = await mentioning();
    for (const who of [iris, noah, mia]) {
      for (const operand of [mia.id, mia.email, String(mia.id)]) {
        expect(await found(who, [["mentions", operand]])).toEqual([named, byId]);
      }
    }
    expect(await found(mia, [["mentions", "me"]])).toEqual([named, byId]);
    expect(await found(iris, [{ operator: "mentions", operand: noah.id, negated: false }])).toEqual([byId, others[4]]);
    expect(
      await found(iris, [
        ["channel", channel],
        { operator: "mentions", operand: mia.id, negated: true },
        ["sender", noah.id],
      ]),
    ).toEqual(others);
    expect(
      await found(iris, [
        ["mentions", mia.id],
        ["mentions", noah.id],
      ]),
    ).toEqual([byId]);
  });

  test("follows edits, and finds no message that the viewer cannot read", async () => {
    const { iris, noah, mia, gus, named, byId } = await mentioning();
    await noah.ok(noah.patch(`/messages/${named}`, { content: "ask nobody" }));
    const later = await sendDirect(noah, [mia], "and you");
    await noah.ok(noah.patch(`/messages/${later}`, { content: "and @**Mia Example**" }));
    expect(await found(mia, [["mentions", mia.id]])).toEqual([byId, later]);
    expect(await found(iris, [["mentions", mia.id]])).toEqual([byId]);
    expect(await found(gus, [["mentions", mia.id]])).toEqual([]);
    const asked = { anchor: "newest", num_before: 9, num_after: 0 };
    expect(await outcome(iris.get("/messages", { ...asked, narrow: [["mentions", 99_999]] }))).toBe(
      "BAD_NARROW: Invalid narrow operator: unknown user 99999",
    );
    expect(await outcome(iris.get("/messages", { ...asked, narrow: [["mentions", ["a"]]] }))).toMatch(/^BAD_REQUEST: /);
  });

  test("finds mentions of users who did not receive the message", async () => {
    const { iris, noah, omar, say } = await mentioning();
    const outside = await say("@**Omar Example**, have a look");
    expect(await flagsOf(omar, outside)).not.toContain("mentioned");
    expect(await found(noah, [["mentions", omar.id]])).toEqual([outside]);
    expect(await found(iris, [["mentions", omar.email]])).toEqual([outside]);
  });

  test("finds received messages that were indexed before the index contained mentions", async () => {
    const { iris, noah, mia, named, byId } = await mentioning();
    await untilShipped(iris);
    const { id: realmId } = await identityOf(iris);
    const zero = realmId * 2 ** 32;
    await env.DB.prepare("UPDATE message_words SET content = 'ask' WHERE rowid BETWEEN ?1 AND ?2")
      .bind(zero, zero + 2 ** 32 - 1)
      .run();
    expect(await found(noah, [["mentions", mia.id]])).toEqual([named, byId]);
  });

  test("works in matches_narrow and flags/narrow", async () => {
    const { iris, mia, named, byId, others } = await mentioning();
    const narrow = [["mentions", mia.id]];
    const asked = { msg_ids: [named, byId, ...others], narrow };
    const { messages } = await iris.ok(iris.get("/messages/matches_narrow", asked));
    expect(Object.keys(messages).map(Number)).toEqual([named, byId]);
    const change = { anchor: "newest", num_before: 50, num_after: 0, narrow, op: "add", flag: "starred" };
    const { updated_count } = await iris.ok(iris.post("/messages/flags/narrow", change));
    expect(updated_count).toBe(2);
    expect(await found(iris, [["is", "starred"]])).toEqual([named, byId]);
  });

  test("works in the narrow of a queue, also by email address", async () => {
    const { noah, mia, say } = await mentioning();
    const queues = [];
    for (const operand of [mia.id, mia.email, "me"]) queues.push(await mia.queue({ narrow: [["mentions", operand]] }));
    const named = await say("@**Mia Example**");
    for (const content of ["@_**Mia Example**", "@*crew*", "@**all**", "> @**Mia Example**", "@**Noah Example**"]) {
      await say(content);
    }
    for (const queue of queues) {
      const messages = (await queue.events()).filter(({ type }) => type === "message");
      expect(idsOf(messages.map(({ message }) => message))).toEqual([named]);
    }
    expect(await outcome(noah.post("/register", { narrow: [["mentions", "nobody@example.com"]] }))).toBe(
      "BAD_NARROW: Invalid narrow operator: unknown user nobody@example.com",
    );
  });
});
