import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeTexts } from "../../../../src/web/model/channels/merge-texts.ts";

const text = (...lines: string[]) => lines.join("\n");
const BASE = text("a", "b", "c", "d", "e");

test.each([
  ["a change on one side only", BASE, text("a", "B", "c", "d", "e"), text("a", "B", "c", "d", "e")],
  [
    "changes of separate lines",
    text("A", "b", "c", "d", "e"),
    text("a", "b", "c", "d", "E"),
    text("A", "b", "c", "d", "E"),
  ],
  ["the same change", text("a", "X", "c", "d", "e"), text("a", "X", "c", "d", "e"), text("a", "X", "c", "d", "e")],
  [
    "insertions and deletions",
    text("a", "c", "d", "e"),
    text("a", "b", "c", "d", "n", "e"),
    text("a", "c", "d", "n", "e"),
  ],
])("mergeTexts merges %s", (_, mine, theirs, merged) => {
  expect(mergeTexts(BASE, mine, theirs)).toEqual({ text: merged, clashes: 0 });
  expect(mergeTexts(BASE, theirs, mine)).toEqual({ text: merged, clashes: 0 });
});

test("mergeTexts keeps both versions of lines changed on both sides, the other side's first", () => {
  expect(mergeTexts(BASE, text("a", "mine", "c", "d", "e"), text("a", "theirs", "c", "d", "E"))).toEqual({
    text: text("a", "theirs", "mine", "c", "d", "E"),
    clashes: 1,
  });
  expect(mergeTexts(BASE, text("a", "mine", "c", "d", "e"), text("a", "b", "theirs", "d", "e"))).toEqual({
    text: text("a", "b", "theirs", "mine", "c", "d", "e"),
    clashes: 1,
  });
  expect(mergeTexts("", "mine", "theirs")).toEqual({ text: text("theirs", "mine"), clashes: 1 });
});

test("mergeTexts loses no new line of either side", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 });
  const added = fc.array(fc.tuple(fc.nat(8), fc.constantFrom("+", "-")), { maxLength: 4 });
  const change = (base: string[], edits: [number, string][], who: string) =>
    edits.reduce(
      (all, [at, kind], index) =>
        kind === "+"
          ? all.toSpliced(at % (all.length + 1), 0, `${who}${index}`)
          : all.toSpliced(at % (all.length + 1), 1),
      base,
    );
  fc.assert(
    fc.property(lines, added, added, (base, first, second) => {
      const [mine, theirs] = [change(base, first, "mine"), change(base, second, "theirs")];
      const merged = mergeTexts(text(...base), text(...mine), text(...theirs)).text.split("\n");
      for (const line of [...mine, ...theirs]) if (/^(mine|theirs)\d/.test(line)) expect(merged).toContain(line);
      if (first.length === 0) expect(text(...merged)).toBe(text(...theirs));
      if (second.length === 0) expect(text(...merged)).toBe(text(...mine));
    }),
  );
});
