import { describe, expect, it } from "vitest";
import { quotation, toggleCode, toggleFence } from "../../../src/web/model/formatting/fence.ts";
import { type InlineMark, pasteAddress, toggleLink, toggleMark } from "../../../src/web/model/formatting/inline.ts";
import { newLine, toggleList } from "../../../src/web/model/formatting/list.ts";
import { changed, field } from "./marked-field.ts";

describe("marks set by toggleMark", () => {
  const cases: readonly (readonly [string, InlineMark, string, string])[] = [
    ["go round the words", "**", "a «big» b", "a **«big»** b"],
    ["leave the spaces outside", "**", "a« big »b", "a **«big»** b"],
    ["are put at the caret", "*", "a ¦", "a *¦*"],
    ["go away again from around the selection", "**", "a **«big»** b", "a «big» b"],
    ["go away again from within the selection", "**", "a «**big**» b", "a «big» b"],
    ["go away again where nothing was written", "**", "a **¦**", "a ¦"],
    ["make bold words italic as well", "*", "**«big»**", "***«big»***"],
    ["take bold from what is bold and italic", "**", "***«big»***", "*«big»*"],
    ["take italic from what is bold and italic", "*", "***«big»***", "**«big»**"],
    ["strike", "~~", "«no»", "~~«no»~~"],
    ["make formulas", "$$", "«x^2»", "$$«x^2»$$"],
    [
      "go round each of several lines, behind what they begin with",
      "**",
      "«one\n- two\n\n3. three»",
      "«**one**\n- **two**\n\n3. **three**»",
    ],
    ["go away from each of several lines", "**", "«**one**\n- **two**»", "«one\n- two»"],
    ["are put where some lines have none", "*", "«*one*\ntwo»", "«*one*\n*two*»"],
  ];
  it.each(cases)("%s", (_, mark, before, expected) => {
    expect(changed(field(before), toggleMark(field(before), mark))).toBe(expected);
  });
});

describe("toggleCode", () => {
  it.each([
    ["a «b» c", "a `«b»` c"],
    ["a `«b»` c", "a «b» c"],
    ["a «`b`» c", "a «b» c"],
    ["a «x`y» c", "a ``«x`y»`` c"],
    ["«`»", "`` «`» ``"],
    ["a ¦", "a `¦`"],
    ["«a\nb»", "```\n«a\nb»\n```"],
    ["```\n«a\nb»\n```", "«a\nb»"],
    ["```python\n«a\nb»\n```\nc", "«a\nb»\nc"],
    ["«```\na\nb\n```»", "«a\nb»"],
  ])("%j becomes %j", (before, expected) => {
    expect(changed(field(before), toggleCode(field(before)))).toBe(expected);
  });
});

describe("toggleFence", () => {
  it.each([
    ["quote", "one\ntw¦o\nthree", "one\n```quote\n«two»\n```\nthree"],
    ["quote", "```quote\n«two»\n```", "«two»"],
    ["quote", "¦", "```quote\n¦\n```"],
    ["quote", "«```\ncode\n```»", "````quote\n«```\ncode\n```»\n````"],
    ["spoiler", "«the end»", "```spoiler ¦\nthe end\n```"],
    ["spoiler", "```spoiler Title\n«the end»\n```", "«the end»"],
    ["math", "«x»\n", "```math\n«x»\n```\n"],
    ["math", "```quote\n«x»\n```", "```quote\n```math\n«x»\n```\n```"],
  ] as const)("%s: %j becomes %j", (kind, before, expected) => {
    expect(changed(field(before), toggleFence(field(before), kind))).toBe(expected);
  });
});

describe("toggleList", () => {
  it.each([
    ["bulleted", "«a\nb»", "«- a\n- b»"],
    ["bulleted", "«- a\n- b»", "«a\nb»"],
    ["numbered", "«- a\n- b»", "«1. a\n2. b»"],
    ["numbered", "«a\n\nb\n»c", "«1. a\n\n2. b»\nc"],
    ["bulleted", "x\n¦", "x\n- ¦"],
    ["bulleted", "«  a\n    b»", "«  - a\n    - b»"],
  ] as const)("%s: %j becomes %j", (kind, before, expected) => {
    expect(changed(field(before), toggleList(field(before), kind))).toBe(expected);
  });

  it.each([
    ["- a¦", "- a\n- ¦"],
    ["  * a¦", "  * a\n  * ¦"],
    ["9. a¦", "9. a\n10. ¦"],
    ["> a¦", "> a\n> ¦"],
    ["- a¦b", "- a\n- ¦b"],
    ["x\n- ¦", "x\n¦"],
    ["¦- a", "¦- a"],
    ["a¦", "a¦"],
    ["-a¦", "-a¦"],
    ["```quote\n- a¦", "```quote\n- a\n- ¦"],
    ["```diff\n- a¦\n```", "```diff\n- a¦\n```"],
  ])("continues the list: Enter after %j gives %j", (before, expected) => {
    expect(changed(field(before), newLine(field(before)))).toBe(expected);
  });
});

describe("toggleLink", () => {
  it.each([
    ["a «b» c", "a [b](«url») c"],
    ["¦", "[¦](url)"],
    ["«https://example.org»", "[¦](https://example.org)"],
    ["«[b](https://example.org)»", "«b»"],
  ])("%j becomes %j", (before, expected) => {
    expect(changed(field(before), toggleLink(field(before)))).toBe(expected);
  });

  it.each([
    ["see «this» now", "https://example.org/a", "see [this](https://example.org/a)¦ now"],
    ["see ¦", "https://example.org/a", "see ¦"],
    ["see «this»", "no address", "see «this»"],
    ["«https://example.com»", "https://example.org", "«https://example.com»"],
    ["«two\nlines»", "https://example.org", "«two\nlines»"],
    ["[b](«url»)", "https://example.org", "[b](«url»)"],
  ])("links an address pasted over %j", (before, pasted, expected) => {
    expect(changed(field(before), pasteAddress(field(before), pasted))).toBe(expected);
  });
});

it("quotation uses a fence that its content does not close", () => {
  const content = "```\ncode\n```";
  expect(quotation({ sender: "@_**Iris|5**", address: "#narrow/x", content, said: "said" })).toBe(
    "@_**Iris|5** [said](#narrow/x):\n````quote\n```\ncode\n```\n````\n",
  );
});
