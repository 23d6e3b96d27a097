import { catalog } from "../../catalog.ts";

export const alertWordsWords = catalog("alertWords", {
  rows: {
    add: "New alert word",
  },
  addIt: "Add",
  hint: "Messages with one of these words count as if they mentioned you.",
  none: "No alert words yet.",
  remove: (word: string) => `Remove ${word}`,
  removed: (word: string) => `“${word}” is no alert word any more.`,
});
