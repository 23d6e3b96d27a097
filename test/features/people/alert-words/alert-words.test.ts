import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchMessages, flagsOf, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { casts, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const words = async (who: Person): Promise<string[]> => (await who.ok(who.get("/users/me/alert_words"))).alert_words;
const add = (who: Person, ...alert_words: string[]) => who.ok(who.post("/users/me/alert_words", { alert_words }));
const remove = (who: Person, ...alert_words: string[]) => who.ok(who.delete("/users/me/alert_words", { alert_words }));

describe("[users 4.6] alert words", () => {
  test("are trimmed, compared regardless of case, and keep the case of their first addition", async () => {
    const { noah, mia } = await newCast();
    const all = await add(noah, " Coffee ", "tea time", "", "   ", "TEA TIME");
    expect(all.alert_words).toEqual(["Coffee", "tea time"]);
    expect((await add(noah, "COFFEE", "água")).alert_words).toEqual(["Coffee", "tea time", "água"]);
    expect((await remove(noah, "Tea Time", "never there")).alert_words).toEqual(["Coffee", "água"]);
    expect(await words(noah)).toEqual(["Coffee", "água"]);
    expect(await words(mia)).toEqual([]);
  });

  test("send an event only to their owner, and only when they change", async () => {
    const { noah, mia } = await newCast();
    const [own, other] = await eventsDuring([noah, mia], async () => {
      await add(noah, "coffee", "tea");
      await add(noah, "Coffee");
      await remove(noah, "milk");
      await remove(noah, "coffee");
    });
    expect(own?.map(({ type, alert_words }: Json) => [type, alert_words])).toEqual([
      ["alert_words", ["coffee", "tea"]],
      ["alert_words", ["tea"]],
    ]);
    expect(other).toEqual([]);
  });

  test.each([
    ["a word that is too long", ["fine", "x".repeat(101)], "alert_words[1] is too long (limit: 100 characters)"],
    ["a null byte", ["a\0b"], "alert_words[0] must not contain null bytes"],
    ["a value that isn't a word", [1], "alert_words[0] is not a string"],
    ["a value that isn't a list", "word", "alert_words is not valid JSON"],
    ["an object", { a: 1 }, "alert_words is not a list"],
  ])("are refused if the request has %s", async (_, alert_words, msg) => {
    const { noah } = await newCast();
    expect(await outcome(noah.post("/users/me/alert_words", { alert_words }))).toBe(`BAD_REQUEST: ${msg}`);
  });

  test("are a required parameter when adding and removing", async () => {
    const { noah } = await newCast();
    const missing = "REQUEST_VARIABLE_MISSING: Missing 'alert_words' argument";
    expect(await outcome(noah.post("/users/me/alert_words"))).toBe(missing);
    expect(await outcome(noah.delete("/users/me/alert_words"))).toBe(missing);
  });

  test("are limited to a thousand per account", async () => {
    const { noah } = await newCast();
    await add(noah, ...Array.from({ length: 1000 }, (_, index) => `word ${index}`));
    expect(await outcome(noah.post("/users/me/alert_words", { alert_words: ["one more"] }))).toBe(
      "BAD_REQUEST: You can't have more than 1000 alert words.",
    );
    const many = Array.from({ length: 1001 }, () => "word 1");
    for (const call of [noah.post, noah.delete]) {
      expect(await outcome(call.call(noah, "/users/me/alert_words", { alert_words: many }))).toBe(
        "BAD_REQUEST: You can't have more than 1000 alert words.",
      );
    }
    expect(await words(noah)).toHaveLength(1000);
    // Words of a refused request don't match.
    const id = await sendDirect(noah, [noah], "one more, and word 7");
    expect(await flagsOf(noah, id)).toContain("has_alert_word");
    expect(await flagsOf(noah, await sendDirect(noah, [noah], "one more"))).not.toContain("has_alert_word");
  });
});

describe("[2.14] has_alert_word", () => {
  const CASES: [word: string, content: string, calls: boolean][] = [
    ["coffee", "Is there Coffee?", true],
    ["coffee", "coffees", false],
    ["coffee", "decoffee", false],
    ["coffee", "`coffee` in code", true],
    ["coffee", "**coffee**", true],
    ["tea time", "it is tea time.", true],
    ["tea time", "tea, time", false],
    ["c++", "I like C++!", true],
    ["c++", "c", false],
    ["@home", "I am @home", true],
    [":-)", "well :-) then", true],
    ["água", "ÁGUA, please", true],
    ["猫", "猫", true],
    ["猫", "黒猫", false],
  ];
  test.each(CASES)("is set only if the whole word occurs: %s in the message %s", async (word, content, calls) => {
    const { noah, mia } = await newCast();
    await add(mia, word);
    const id = await sendDirect(noah, [mia], content);
    expect((await flagsOf(mia, id)).includes("has_alert_word")).toBe(calls);
    expect(await flagsOf(noah, id)).not.toContain("has_alert_word");
  });

  test("is set for recipients of the message, including its sender", async () => {
    const { noah, mia, omar } = await newCast();
    const id = await makeChannel(noah, "kitchen", [noah, mia]);
    for (const who of [noah, mia, omar]) await add(who, "milk");
    const [sender, receiver, other] = await eventsDuring([noah, mia, omar], () =>
      sendToChannel(noah, id, "t", "more milk"),
    );
    const flags = (events: Json) => events.find(({ type }: Json) => type === "message")?.flags;
    expect(flags(sender)).toEqual(["has_alert_word"]);
    expect(flags(receiver)).toEqual(["has_alert_word"]);
    expect(other).toEqual([]);
    expect((await fetchMessages(mia, { narrow: [["is", "alerted"]] })).messages).toHaveLength(1);
    expect((await fetchMessages(omar, { narrow: [["is", "alerted"]] })).messages).toHaveLength(0);
  });

  test("is set together with other flags, and follows added and removed words", async () => {
    const { noah, mia } = await realm();
    await add(mia, "milk", "tea");
    const both = await sendDirect(noah, [mia], "@**Mia Example** milk!");
    expect(await flagsOf(mia, both)).toEqual(["mentioned", "has_alert_word"]);
    await remove(mia, "MILK");
    expect(await flagsOf(mia, await sendDirect(noah, [mia], "milk"))).toEqual([]);
    expect(await flagsOf(mia, await sendDirect(noah, [mia], "tea"))).toEqual(["has_alert_word"]);
    await add(noah, "milk");
    expect(await flagsOf(mia, await sendDirect(noah, [mia], "milk"))).toEqual([]);
  });
});
