import { catalog } from "./catalog.ts";

export const snippetsWords = catalog("snippets", {
  rows: { add: "New snippet" },
  edit: "Edit snippet",
  find: "Find a snippet",
  title: "Title",
  content: "Text",
  none: "No snippets yet",
  noneHint: "Save text you send often, and insert it here.",
  deleteTitle: "Delete “{title}”?",
  hint: "Text you send often. Insert one with Ctrl+'.",
  removed: "Deleted “{title}”",
});
