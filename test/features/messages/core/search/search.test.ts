import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WALKS } from "../../../../web/support/walks.ts";
import { SearchedTexts } from "./searched-texts.ts";

let realm = 1_007_100;
const library = (...contents: string[]) =>
  SearchedTexts.of(
    realm++,
    contents.map((content) => ({ content })),
  );

describe("[messages 5] a search", () => {
  test("requires all words to occur, in content or topic", async () => {
    const texts = await SearchedTexts.of(realm++, [
      { topic: "release plan", content: "apples tomorrow" },
      { topic: "lunch", content: "apples and pears" },
    ]);
    expect(await texts.find("apples")).toEqual([0, 1]);
    expect(await texts.find("apples pears")).toEqual([1]);
    expect(await texts.find("release tomorrow")).toEqual([0]);
    expect(await texts.find("apples", true)).toEqual([]);
    expect(await texts.find("pears", true)).toEqual([0]);
  });

  test("finds English words by their stems, regardless of case", async () => {
    const texts = await library("We are running late", "He runs", "The runner", "A ruin");
    expect(await texts.find("run")).toEqual([0, 1]);
    expect(await texts.find("RUNS")).toEqual([0, 1]);
    expect(await texts.find("ruin")).toEqual([3]);
  });

  test("ignores accents", async () => {
    const texts = await library("Zoë's résumé", "ZOE", "Tiếng Việt", "cafe\u0301", "ÉCOLE");
    expect(await texts.find("zoe")).toEqual([0, 1]);
    expect(await texts.find("Résume")).toEqual([0]);
    expect(await texts.find("tieng viet")).toEqual([2]);
    expect(await texts.find("café")).toEqual([3]);
    expect(await texts.find("école")).toEqual([4]);
  });

  test("matches quoted phrases exactly", async () => {
    const texts = await library("new york pizza", "york, new pizza", "new yorks", "New\nYork", "I was running");
    expect(await texts.find('"new york"')).toEqual([0, 2, 3]);
    expect(await texts.find('"new yorks"')).toEqual([2]);
    expect(await texts.find("new york")).toEqual([0, 1, 2, 3]);
    expect(await texts.find('"new york" pizza')).toEqual([0]);
    expect(await texts.find("“new york” pizza")).toEqual([0]);
    expect(await texts.find('"were running"')).toEqual([]);
    expect(await texts.find('"running"')).toEqual([4]);
  });

  test("finds words joined by punctuation as a phrase", async () => {
    const texts = await library("see foo-bar", "foo and bar", "user@example.org", "`a.b.c()`");
    expect(await texts.find("foo-bar")).toEqual([0]);
    expect(await texts.find("user@example.org")).toEqual([2]);
    expect(await texts.find("a.b.c()")).toEqual([3]);
    expect(await texts.find('"foo-bar"')).toEqual([0]);
    expect(await texts.find("foo !!! bar")).toEqual([0, 1]);
  });

  test("finds Chinese and Japanese words within their lines", async () => {
    const texts = await library(
      "我们明天去北京开会",
      "東京タワーで会いましょう",
      "京都と東の国",
      "Meet at 北京南站 tomorrow",
      "tokyo東京2024年",
    );
    expect(await texts.find("北京")).toEqual([0, 3]);
    expect(await texts.find("明天 开会")).toEqual([0]);
    expect(await texts.find("東京")).toEqual([1, 4]);
    expect(await texts.find("タワー")).toEqual([1]);
    expect(await texts.find("tomorrow 北京")).toEqual([3]);
    expect(await texts.find("東京2024年")).toEqual([4]);
    expect(await texts.find('"tokyo東京"')).toEqual([4]);
    expect(await texts.find("ﾀﾜｰ")).toEqual([1]);
    expect(await texts.find("京")).toEqual([0, 1, 2, 3, 4]);
    expect(await texts.find("上海")).toEqual([]);
  });

  test("finds Korean, Thai, Lao, Khmer and Burmese words within their lines", async () => {
    const texts = await library("서울에서 만나요", "สวัสดีครับ", "ສະບາຍດີ", "សួស្តីបង", "မင်္ဂလာပါ");
    expect(await texts.find("서울")).toEqual([0]);
    expect(await texts.find("สวัสดี")).toEqual([1]);
    expect(await texts.find("ครับ")).toEqual([1]);
    expect(await texts.find("สวสดี")).toEqual([]);
    expect(await texts.find("ບາຍ")).toEqual([2]);
    expect(await texts.find("សួស្តី")).toEqual([3]);
    expect(await texts.find("ဂလာ")).toEqual([4]);
  });

  test("splits other scripts at spaces, and ignores vowel points", async () => {
    const texts = await library("हिन्दी भाषा", "كَتَبَ الولد", "Привет, мир", "שָׁלוֹם");
    expect(await texts.find("हिन्दी")).toEqual([0]);
    expect(await texts.find("हिन")).toEqual([]);
    expect(await texts.find("كتب")).toEqual([1]);
    expect(await texts.find("ПРИВЕТ")).toEqual([2]);
    expect(await texts.find("שלום")).toEqual([3]);
  });

  test("treats each emoji as a word", async () => {
    const texts = await library("party🎉tonight", "no party", "I ❤️ it", "ok 👍🏽");
    expect(await texts.find("🎉")).toEqual([0]);
    expect(await texts.find("party")).toEqual([0, 1]);
    expect(await texts.find("❤")).toEqual([2]);
    expect(await texts.find("❤️ it")).toEqual([2]);
    expect(await texts.find("👍")).toEqual([3]);
  });

  test.each(["", " ", "!!!", '"', '""', '"..."', "- + *", "\u0000", "\u200d"])(
    "for %j has no words and finds nothing",
    async (operand) => {
      const texts = await library("!!! a - b", "plain");
      expect(await texts.find(operand)).toEqual([]);
      expect(await texts.find(operand, true)).toEqual([0, 1]);
    },
  );

  test.each([
    ["content: apple", [0]],
    ["{topic} apple", [0]],
    ["apple OR pear", []],
    ["apple NOT pear", []],
    ["apple*", [0]],
    ["app*", []],
    ["^apple", [0]],
    ["NEAR(apple pear)", []],
    ["(apple", [0]],
    ['"apple', [0]],
    ['apple" OR "pear', []],
    ["apple'; DROP TABLE messages; --", []],
    ["＂apple＂", [0]],
    ["apple\u0000", [0]],
    ["\ud800 apple", [0]],
  ])("for %j treats it as text, not as an expression", async (operand, expected) => {
    const texts = await SearchedTexts.of(realm++, [{ topic: "topic", content: "content apple" }, { content: "pear" }]);
    expect(await texts.find(operand)).toEqual(expected);
  });

  test("accepts any operand without an error", async () => {
    const texts = await library("some text");
    const operand = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(fc.constantFrom('"', "*", "(", ")", "AND", "^", ":", "+", "é", "東", " "))
        .map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(operand, async (text) => {
        await texts.find(text);
        await texts.find(text, true);
      }),
      { seed: 7, numRuns: WALKS.length * 2 },
    );
  });

  test("finds any text by each of its words", async () => {
    const contents = [
      "Ünïcödé straße ＡＢＣ ½ ﬁne",
      "x²y naïve №5 “quoted” don't",
      "ไทย中文한국어mixed",
      "a_b c/d e=f <b>bold</b>",
    ];
    const texts = await library(...contents);
    for (const [place, content] of contents.entries()) {
      for (const word of content.split(" ")) expect(await texts.find(word)).toContain(place);
    }
  });
});
