import { describe, expect, test } from "vitest";
import { actionsFor, arrowTo, pressedKey } from "../../src/web/keyboard.ts";
import { ACTION_NAMES, ACTIONS, actionKeys, ariaKeys, capsOf, keyHint } from "../../src/web/keys.ts";
import { labelOf } from "../../src/web/words/help.ts";
import { speechFor } from "../../src/web/words/language/language.ts";
import { speak } from "../../src/web/words/language/speech.ts";

const press = (key: string, rest: Partial<KeyboardEvent> = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...rest,
});

describe("the keyboard shortcut table", () => {
  test("has one action per key in each view, and in a feed and its messages together", () => {
    const seen = new Map<string, string>();
    const twice = ACTION_NAMES.flatMap((name) => {
      const place = { message: "feed" }[ACTIONS[name].where as string] ?? ACTIONS[name].where;
      return actionKeys(name).filter((key) => {
        const before = seen.get(`${place} ${key}`);
        seen.set(`${place} ${key}`, name);
        return before !== undefined;
      });
    });
    expect(twice).toEqual([]);
  });

  test("has no key with a global action and a different one in a feed", () => {
    const everywhere = new Set(ACTION_NAMES.filter((name) => ACTIONS[name].where === "anywhere").flatMap(actionKeys));
    const inFeeds = ACTION_NAMES.filter((name) => ["feed", "message"].includes(ACTIONS[name].where)).flatMap(
      actionKeys,
    );
    expect(inFeeds.filter((key) => everywhere.has(key))).toEqual([]);
  });

  test("[accessibility 3.2.4] names every action", () => {
    expect(ACTION_NAMES.filter((name) => labelOf(name) === "")).toEqual([]);
  });

  test("shows keys as they are labeled on the keyboard", () => {
    expect(capsOf("Mod+k", false)).toEqual(["Ctrl", "K"]);
    expect(capsOf("Mod+k", true)).toEqual(["⌘", "K"]);
    expect(capsOf("U", false)).toEqual(["Shift", "U"]);
    expect(capsOf("+", false)).toEqual(["+"]);
    expect(capsOf("Mod+.", false)).toEqual(["Ctrl", "."]);
    expect(capsOf("Shift+Space", false)).toEqual(["Shift", "Space"]);
    expect([keyHint("reply"), keyHint("logOut")]).toEqual(["R", undefined]);
    expect([ariaKeys("reply"), ariaKeys("markUnreadFrom"), ariaKeys("thumbsUp")]).toEqual([
      "r Enter",
      "Shift+U",
      "Plus",
    ]);
  });
});

describe("pressedKey", () => {
  test.each([
    ["a letter", press("r"), "r"],
    ["a letter with Shift", press("R", { shiftKey: true }), "R"],
    ["a letter with Caps Lock", press("R"), "r"],
    ["a letter with Shift and Caps Lock", press("r", { shiftKey: true }), "R"],
    ["a letter of another script, by its position", press("о", { code: "KeyJ" }), "j"],
    ["a character, whichever keys type it", press("?", { shiftKey: true }), "?"],
    ["a character typed with AltGr", press("@", { ctrlKey: true, altKey: true }), "@"],
    ["a letter with Ctrl", press("k", { ctrlKey: true }), "Mod+k"],
    ["a letter with Ctrl and Shift", press("L", { ctrlKey: true, shiftKey: true }), "Mod+Shift+l"],
    ["a letter with Alt", press("p", { altKey: true }), "Alt+p"],
    ["the space bar", press(" "), "Space"],
    ["the space bar with Shift", press(" ", { shiftKey: true }), "Shift+Space"],
    ["a function key", press("F6", { shiftKey: true }), "Shift+F6"],
    ["while a character is composed", press("k", { isComposing: true }), undefined],
    ["while a character is composed, as some browsers report it", press("Process", { keyCode: 229 }), undefined],
    ["a key with the system's own modifier", press("k", { metaKey: true }), undefined],
  ])("recognizes %s", (_title, event, expected) => {
    expect(pressedKey(event, false)).toBe(expected);
  });

  test("maps Command to Mod on a Mac, and ignores Ctrl", () => {
    expect(pressedKey(press("k", { metaKey: true }), true)).toBe("Mod+k");
    expect(pressedKey(press("k", { ctrlKey: true }), true)).toBeUndefined();
    expect(pressedKey(press("@", { altKey: true }), true)).toBe("@");
  });
});

test("arrowTo maps an arrow key to the start or end of the line in either direction", () => {
  const seen = (tag: string) => {
    speak(speechFor([tag], []));
    return ["ArrowLeft", "ArrowRight", "ArrowUp"].map((key) => arrowTo({ key }));
  };
  expect(seen("ar")).toEqual(["end", "start", undefined]);
  expect(seen("en")).toEqual(["start", "end", undefined]);
});

describe("actionsFor a key", () => {
  const reading = { writing: false, letters: true };
  const writing = { writing: true, letters: true };

  test("returns its actions while reading", () => {
    expect(actionsFor("r", reading)).toEqual(["reply"]);
    expect(actionsFor("e", reading)).toEqual(["markItemRead", "edit"]);
    expect(actionsFor("Mod+b", reading)).toEqual([]);
  });

  test("returns only commands and the composer's actions while writing", () => {
    expect(actionsFor("r", writing)).toEqual([]);
    expect(actionsFor("ArrowDown", writing)).toEqual([]);
    expect(actionsFor("?", writing)).toEqual([]);
    expect(actionsFor("Mod+k", writing)).toEqual(["palette"]);
    expect(actionsFor("Escape", writing)).toEqual(["leave"]);
    expect(actionsFor("F6", writing)).toEqual(["nextPane"]);
    expect(actionsFor("Mod+s", writing)).toEqual([]);
    expect(actionsFor("Mod+b", writing)).toEqual(["bold"]);
  });

  test("returns none for single characters if these are disabled", () => {
    const off = { writing: false, letters: false };
    expect(["r", "U", "?", "+"].flatMap((key) => actionsFor(key, off))).toEqual([]);
    expect(actionsFor("ArrowDown", off)).toEqual(["nextItem", "nextMessage"]);
    expect(actionsFor("Mod+k", off)).toEqual(["palette"]);
  });
});
