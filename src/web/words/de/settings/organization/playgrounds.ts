import type { Translation } from "../../../catalog.ts";
import type { playgroundsWords } from "../../../settings/organization/playgrounds.ts";

export const playgrounds: Translation<typeof playgroundsWords> = {
  rows: { playgrounds: "Code-Spielplätze", add: "Neuer Spielplatz" },
  title: "Code-Spielplätze",
  hint: "Wer Code in einer Nachricht sieht, kann ihn in einem von diesen öffnen, je nach Sprache.",
  none: "Es gibt noch keine Spielplätze.",
  add: "Neuer Spielplatz",
  create: "Spielplatz anlegen",
  name: "Name",
  nameHint: "So wie man ihn liest: „In Rust Playground öffnen“.",
  language: "Sprache",
  languageHint: "So wie sie nach den drei Backticks steht, etwa Rust oder Python.",
  template: "Link",
  templateHint: "Mit {code}, wo der Code hinkommt, etwa https://play.rust-lang.org/?code={code}",
  opens: (language) => `öffnet ${language}`,
  preview: "Ausprobieren",
  remove: (name) => `${name} löschen`,
  removed: (name) => `${name} ist gelöscht`,
};
