import { expect, test } from "vitest";
import { WordIndex } from "../../../../src/features/people/alert-words/word-index.ts";
import { alertWordsIn } from "../../../../src/markup/index.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { randomFrom } from "../../../support/changed-at-random.ts";

const PIECES = ["a", "ab", "b", " ", ", ", "+", "++", "@", "(", ")", "é", "猫", "1", "\n", "`", "."];

test("WordIndex finds the same words as a separate search for each", () => {
  const next = randomFrom(7);
  const text = (most: number) => Array.from({ length: 1 + next(most) }, () => PIECES[next(PIECES.length)]).join("");
  for (let round = 0; round < 300; round++) {
    const words = [...new Set(Array.from({ length: 12 }, () => text(3).trim()))].filter((word) => word !== "");
    const index = new WordIndex();
    for (const [user, word] of words.entries()) index.add(word, toUserId(user));
    const gone = words[0] ?? "";
    index.remove(gone, toUserId(0));
    for (let times = 0; times < 20; times++) {
      const content = text(12);
      const expected = alertWordsIn(content, words.slice(1)).map((word) => words.indexOf(word));
      expect([...index.usersAlertedBy(content)].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }
  }
});
