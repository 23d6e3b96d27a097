import { catalog } from "../../catalog.ts";

export const savedSnippetsWords = catalog("savedSnippets", {
  rows: {
    add: "New snippet",
  },
  hint: "Texts that you write often: Ctrl+' puts one into what you write.",
  removed: (title: string) => `“${title}” is deleted.`,
});
