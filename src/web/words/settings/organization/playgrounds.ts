import { catalog } from "../../catalog.ts";

export const playgroundsWords = catalog("playgrounds", {
  rows: { playgrounds: "Code playgrounds", add: "New playground" },
  title: "Code playgrounds",
  hint: "Whoever sees code in a message can open it in one of these, by its language.",
  none: "There are no playgrounds yet.",
  add: "New playground",
  create: "Create playground",
  name: "Name",
  nameHint: "As people read it: “Open in Rust Playground”.",
  language: "Language",
  languageHint: "As it is written after the three backticks, such as Rust or Python.",
  template: "Link",
  templateHint: "With {code} where the code goes, such as https://play.rust-lang.org/?code={code}",
  opens: (language: string) => `opens ${language}`,
  preview: "Try it out",
  remove: (name: string) => `Delete ${name}`,
  removed: (name: string) => `${name} is deleted`,
});
