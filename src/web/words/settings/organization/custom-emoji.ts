import { catalog } from "../../catalog.ts";

export const customEmojiWords = catalog("customEmoji", {
  rows: { emoji: "Custom emoji", upload: "Add an emoji" },
  title: "Custom emoji",
  hint: "Everybody in the organization can use them, in messages and as reactions.",
  add: "Add an emoji",
  mayNot: "You may not add emoji to this organization.",
  picture: "Choose a picture …",
  another: "Choose another picture …",
  pictureHint: (mib: number) =>
    `PNG, GIF, JPEG or WebP, also animated; ${mib} MB at most. It is made small and square.`,
  tooLarge: (mib: number) => `This file is larger than ${mib} MB.`,
  name: "Name",
  preview: "Preview",
  previewText: (name: string) => `:${name}: looks like this in a message`,
  problems: {
    letters: "Only lowercase letters from a to z, digits, dashes and underscores.",
    end: "It has to end with a letter or digit.",
    taken: "There is an emoji of that name.",
    builtIn: "A built-in emoji is called that. Only administrators may replace those.",
    long: "100 characters at most.",
  },
  replaces: "A built-in emoji is called that: yours takes its place.",
  added: (name: string) => `:${name}: is there`,
  filter: "Find an emoji",
  none: "There are no custom emoji yet.",
  noneFound: "No emoji is called that.",
  by: (name: string) => `by ${name}`,
  animated: "animated",
  remove: (name: string) => `Deactivate ${name}`,
  removeTitle: (name: string) => `Deactivate :${name}:?`,
  removeText:
    "Nobody can choose it any more. Messages and reactions of before still show it. It cannot be brought back.",
  removeAction: "Deactivate",
  removed: (name: string) => `:${name}: is deactivated`,
});
