import { expect, test } from "vitest";
import { isShorter } from "../../../src/web/model/channels/channel-administration.ts";
import { emojiName, emojiNameOfFile, emojiNameProblem } from "../../../src/web/model/emoji/emoji-name.ts";
import { choicesData, choicesOf, newChoiceKey } from "../../../src/web/model/people/profile-field-data.ts";
import { moved, placeAt } from "../../../src/web/parts/lists/reordering.ts";

test("the name of a custom emoji is derived from its file, and checked by the server's rules", () => {
  const known = {
    taken: (name: string) => name === "parrot",
    builtIn: (name: string) => name === "tada",
    isAdministrator: false,
  };
  const problems = ["ok-1", "", "Ä", "end_", "parrot", "tada", "x".repeat(101)].map((name) =>
    emojiNameProblem(name, known),
  );
  expect(problems).toEqual([undefined, "letters", "letters", "end", "taken", "builtIn", "long"]);
  expect(emojiNameProblem("tada", { ...known, isAdministrator: true })).toBeUndefined();
  expect(emojiName("  Party Parrot ")).toBe("party_parrot");
  expect(["Party Parrot!.gif", "_crème (2).png", "ok.tar.webp"].map(emojiNameOfFile)).toEqual([
    "party_parrot",
    "creme_2",
    "ok_tar",
  ]);
});

test("choices of a profile field keep their keys when they are renamed and reordered", () => {
  const stored = JSON.stringify({ "0": { text: "North", order: "2" }, "3": { text: "South", order: "1" } });
  const choices = choicesOf(stored);
  expect(choices).toEqual([
    { key: "3", text: "South" },
    { key: "0", text: "North" },
  ]);
  expect(choicesData(choices)).toEqual({ "3": { text: "South", order: "1" }, "0": { text: "North", order: "2" } });
  expect(newChoiceKey(choices)).toBe("4");
  expect(newChoiceKey([], [])).toBe("0");
  expect(choicesOf("")).toEqual([]);
});

test("isShorter compares retention periods", () => {
  expect([isShorter(30, -1), isShorter(30, 60), isShorter(60, 30), isShorter(-1, 30), isShorter(-1, -1)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("placeAt moves a dragged row past another after half of its height", () => {
  const heights = [40, 40, 60, 40];
  expect([0, 19, 21, 61, 90, 200].map((by) => placeAt(heights, 0, by))).toEqual([0, 0, 1, 1, 2, 3]);
  expect([-10, -31, -81, -200].map((by) => placeAt(heights, 3, by))).toEqual([3, 2, 1, 0]);
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
});
