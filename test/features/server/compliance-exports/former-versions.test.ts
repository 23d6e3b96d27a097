import { expect, test } from "vitest";
import { editsOf, type FoundMessage } from "../../../../src/features/server/compliance-exports/former-versions.ts";

test("an edit's entry and its held version are merged in an export if they are at most a second apart", () => {
  const history = (timestamp: number) =>
    JSON.stringify([
      { user_id: 6, timestamp, prev_content: "first words", prev_rendered_content: "<p>first words</p>" },
    ]);
  const edits = (timestamp: number) =>
    editsOf({
      id: 1,
      edit_history: history(timestamp),
      versions: [{ kind: "edited", held_at: 1000, content: "first words", edit_history: null }],
    } as unknown as FoundMessage).map(({ by }) => by);
  expect([1000, 1001].map(edits)).toEqual([[6], [6]]);
  expect([999, 1002].map(edits)).toEqual([
    [null, 6],
    [6, null],
  ]);
});
