import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emojiGlyph } from "../../../src/web/model/emoji/emoji.ts";
import { Announcer } from "../../../src/web/parts/announce.ts";
import { gridStep } from "../../../src/web/parts/emoji/emoji-grid.ts";
import { withUse } from "../../../src/web/parts/emoji/emoji-used.ts";
import { nextOption } from "../../../src/web/parts/fields/combobox.ts";
import { hueOf, initials, ownPicture } from "../../../src/web/parts/indicators/avatar-face.ts";
import { step, typedTo } from "../../../src/web/parts/roving.ts";

test("[security 11.9] ownPicture accepts the server's avatars, and rejects Gravatar URLs", () => {
  const uploaded = "/user_avatars/1/a.png?version=2";
  expect([uploaded, "https://cdn.example.com/gravatar.com/a.png"].map(ownPicture)).toEqual([
    uploaded,
    "https://cdn.example.com/gravatar.com/a.png",
  ]);
  for (const none of ["https://secure.gravatar.com/avatar/ab?d=identicon", "https://gravatar.com/avatar/ab", "", null])
    expect(ownPicture(none)).toBeUndefined();
});

describe("initials", () => {
  test.each([
    ["Omar Haddad", "OH"],
    ["omar", "O"],
    ["Ana María de la Cruz", "AC"],
    ["harbour-bot", "HB"],
    ["佐藤 由美", "由美"],
    ["王小明", "小明"],
    ["김 민준", "민준"],
    ["😀 Smile", "S"],
    ["Émile Zola", "ÉZ"],
    ["(iris)", "I"],
    ["Surveyor (Lloyd’s)", "SL"],
    ["   ", ""],
  ])("of %s are %s", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test("have different hues for users with consecutive IDs", () => {
    expect(new Set([1, 2, 3, 4, 5].map(hueOf)).size).toBe(5);
  });
});

describe("emojiGlyph", () => {
  test.each([
    ["1f44d", "👍"],
    ["2764", "❤️"],
    ["0023-20e3", "#️⃣"],
    ["1f1e9-1f1ea", "🇩🇪"],
    ["1f468-200d-1f469-200d-1f467", "👨‍👩‍👧"],
    ["1f3f3-200d-1f308", "🏳️‍🌈"],
    ["2639", "☹️"],
    ["261d-1f3fd", "☝🏽"],
  ])("%s is %s", (code, expected) => {
    expect(emojiGlyph(code)).toBe(expected);
  });
});

describe("arrow keys in a list", () => {
  const at = (index: number, rtl = false) => ({ index, count: 4, rtl });

  test("move to the next and previous item, and stop at the ends or wrap around", () => {
    expect(step("ArrowDown", at(1), { along: "vertical" })).toBe(2);
    expect(step("ArrowUp", at(0), { along: "vertical" })).toBe(0);
    expect(step("ArrowUp", at(0), { along: "vertical", wrap: true })).toBe(3);
    expect(step("ArrowRight", at(1), { along: "vertical" })).toBeUndefined();
    expect([step("Home", at(2), { along: "both" }), step("End", at(2), { along: "both" })]).toEqual([0, 3]);
  });

  test("are swapped in right-to-left text", () => {
    expect(step("ArrowRight", at(1, true), { along: "horizontal" })).toBe(0);
    expect(step("ArrowLeft", at(1, true), { along: "horizontal" })).toBe(2);
  });

  test("do nothing in an empty list", () => {
    expect(step("End", { index: -1, count: 0, rtl: false }, { along: "both" })).toBeUndefined();
  });
});

test("typedTo finds the item that starts with the typed text, and the next one for a repeated letter", () => {
  const texts = ["Star", "Stop", "Copy"];
  expect([typedTo(texts, "s", 2), typedTo(texts, "s", 0), typedTo(texts, "sto", 0), typedTo(texts, "x", 0)]).toEqual([
    0, 1, 1, -1,
  ]);
});

describe("screen reader announcements", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("[accessibility 4.1.3] are at least three seconds apart, and replace earlier texts of the same topic", () => {
    const said: string[] = [];
    const announcer = new Announcer((text) => said.push(text));
    let come = 0;
    const arrive = () => {
      come += 1;
      announcer.add(() => {
        const told = come;
        come = 0;
        return `${told} come`;
      }, "messages");
    };
    arrive();
    arrive();
    announcer.add(() => "Copied");
    arrive();
    arrive();
    expect(said).toEqual(["1 come"]);
    vi.advanceTimersByTime(3000);
    expect(said).toEqual(["1 come", "Copied 3 come"]);
    vi.advanceTimersByTime(10_000);
    announcer.add(() => "Offline");
    expect(said.at(-1)).toBe("Offline");
  });
});

describe("arrow keys in the emoji grid", () => {
  // 0 1 2 | 3 4 · | 5 6 7 8 (in rows of three)
  const grid = { sizes: [3, 2, 4], columns: 3, rtl: false };
  test.each([
    ["ArrowDown", -1, 0],
    ["ArrowRight", -1, undefined],
    ["ArrowDown", 0, 3],
    ["ArrowDown", 2, 4],
    ["ArrowDown", 4, 6],
    ["ArrowDown", 7, 8],
    ["ArrowDown", 8, 8],
    ["ArrowUp", 8, 5],
    ["ArrowUp", 7, 4],
    ["ArrowUp", 3, 0],
    ["ArrowUp", 1, 1],
    ["ArrowRight", 2, 3],
    ["ArrowRight", 8, 8],
    ["ArrowLeft", 0, 0],
    ["Home", 3, undefined],
  ])("%s from %i leads to %s", (key, from, to) => {
    expect(gridStep(key, from, grid)).toBe(to);
  });
});

test("withUse sorts emoji by number of uses, then by the latest use", () => {
  const use = (code: string) => ({ type: "unicode_emoji" as const, code, name: code });
  const used = ["a", "b", "a", "c"].reduce<ReturnType<typeof withUse>>((all, code) => withUse(all, use(code)), []);
  expect(used.map(({ code }) => code)).toEqual(["a", "c", "b"]);
});

test.each([
  ["ArrowDown", -1, 3, 0],
  ["ArrowDown", 2, 3, 0],
  ["ArrowUp", -1, 3, 2],
  ["ArrowUp", 0, 3, 2],
  ["PageDown", 0, 30, 8],
  ["PageUp", 3, 30, 0],
  ["ArrowDown", -1, 0, undefined],
  ["x", 0, 3, undefined],
])("nextOption: %s from option %i of %i leads to %s", (key, from, count, to) => {
  expect(nextOption(key, from, count)).toBe(to);
});
