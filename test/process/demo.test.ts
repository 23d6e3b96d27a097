import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languageOf, textsIn } from "../../src/cli/demo/stock-bot.ts";
import { BOTS, STORY } from "../../src/cli/demo/story.ts";
import { spokenLanguages } from "../../src/protocol/language.ts";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { freshData, launch, root, start, stoppedData } from "./support/server.ts";

const texts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, `src/cli/demo/texts/${language}.json`), "utf8"));

describe("the demo's texts", () => {
  const english = Object.entries(texts("en"));

  test.each(spokenLanguages)("in %s have the same keys, names, tables and code as in English", (language) => {
    const form = (text: string) => ({
      names: (text.match(/\{\w+\}/g) ?? []).sort(),
      rows: text.split("\n").filter((line) => line.startsWith("|")).length,
      fences: text.match(/```\w+|\$\$/g),
    });
    const translated = texts(language);
    expect(Object.keys(translated)).toEqual(english.map(([key]) => key));
    for (const [key, text] of english) expect([key, form(translated[key] ?? "")]).toEqual([key, form(text)]);
  });

  test.each(spokenLanguages)("in %s mention the words that the bot reacts to", (language) => {
    const say = textsIn(language);
    for (const subject of ["bells", "tubes", "frames"])
      for (const text of [say("stock.bot"), say("stock.help")])
        expect(text.toLowerCase()).toContain(say(`stock.word.${subject}`));
  });

  test("are in the terminal's language, or in English", () => {
    expect(languageOf({ LANG: "de_AT.UTF-8" })).toBe("de");
    expect(languageOf({ LC_ALL: "C", LANG: "fr_FR" })).toBe("en");
    expect(languageOf({})).toBe("en");
  });
});

const conversation = async (person: Person): Promise<Json[]> =>
  (await person.ok(person.get("/messages", { anchor: "newest", num_before: 500, num_after: 0, apply_markdown: false })))
    .messages;

const demo = (data = freshData()) =>
  start({ data, args: ["--demo", "--rate-limits", "off"], env: { LC_ALL: "ar_EG.UTF-8" } });

test("the demo is in the terminal's language, and its bot answers", async () => {
  const first = await demo();
  expect(first.output).toContain("This is a demo");
  const owner = await ownerOf(first);
  const { imports } = await owner.ok(owner.get("/imports"));
  expect(imports).toMatchObject([{ state: "done", report: { left_out: [] } }]);
  expect(await conversation(owner)).toHaveLength(STORY.length);
  const { realm_default_language, drafts, unread_msgs } = await owner.ok(owner.post("/register"));
  expect(realm_default_language).toBe("ar");
  expect([drafts.length, unread_msgs.count, unread_msgs.mentions.length]).toEqual([1, 7, 1]);
  const { members } = await owner.ok(owner.get("/users"));
  expect(members.filter((member: { is_bot: boolean }) => !member.is_bot)).toHaveLength(9);
  const bot = members.find(({ full_name }: { full_name: string }) => full_name === BOTS.bot);
  const colleague = members.find(({ user_id, is_bot }: Json) => !is_bot && user_id !== owner.id);
  await askBot(owner, [bot.user_id, colleague.user_id], STORY.length);
});

test("the demo's data is completed at the next start if the first start was interrupted", {
  tags: "nightly",
}, async () => {
  const { data } = await stoppedData();
  const first = await start({ data });
  const owner = await ownerOf(first);
  await owner.ok(owner.post("/imports", { size: 1000 }));
  await first.stop();
  writeFileSync(join(data, "demo"), "");
  const again = await ownerOf(await demo(data));
  const { imports } = await again.ok(again.get("/imports"));
  expect(imports.map(({ state }: { readonly state: string }) => state).sort()).toEqual(["cancelled", "done"]);
});

test("the demo's bot answers after a restart", { tags: "nightly" }, async () => {
  const first = await demo();
  await first.stop();
  const owner = await ownerOf(await demo(first.data));
  const { members } = await owner.ok(owner.get("/users"));
  const bot = members.find(({ full_name }: { full_name: string }) => full_name === BOTS.bot);
  const colleague = members.find(({ user_id, is_bot }: Json) => !is_bot && user_id !== owner.id);
  await askBot(owner, [bot.user_id, colleague.user_id], STORY.length);
});

/** Writes to the bot and others, mentions it in a channel, and waits for one answer to each. */
async function askBot(owner: Person, group: readonly number[], before: number): Promise<void> {
  const content = textsIn("ar")("stock.word.bells");
  await owner.ok(owner.post("/messages", { type: "direct", to: JSON.stringify(group), content }));
  const mention = { type: "channel", to: "general", topic: "bells", content: `@**${BOTS.bot}**` };
  await owner.ok(owner.post("/messages", mention));
  const sent = before + 4;
  const all = await until("the bot has answered", async () => {
    const messages = await conversation(owner);
    return messages.length >= sent && messages;
  });
  const answers = all.slice(before).filter(({ sender_full_name }) => sender_full_name === BOTS.bot);
  expect(answers.map((answer) => answer.content).sort()).toEqual(
    [textsIn("ar")("stock.bells"), textsIn("ar")("stock.help")].sort(),
  );
  const inGroup = answers.filter(({ type }) => type === "private");
  expect(inGroup.map(({ display_recipient }) => display_recipient.length)).toEqual([group.length + 1]);
}

test("the demo doesn't touch the data of another organization", async () => {
  const { data } = await stoppedData();
  const before = readdirSync(data);
  const { status, output } = await launch({ data, args: ["--demo"] }).ended;
  expect([status, output]).toEqual([2, expect.stringContaining("--demo needs a directory of its own")]);
  expect(readdirSync(data)).toEqual(before);
});
