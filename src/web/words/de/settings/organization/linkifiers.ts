import type { Translation } from "../../../catalog.ts";
import type { linkifiersWords, playgroundsWords } from "../../../settings/organization/linkifiers.ts";

export const linkifiers: Translation<typeof linkifiersWords> = {
  rows: { linkifiers: "Verlinker", tryOut: "Ausprobieren", add: "Neuer Verlinker" },
  title: "Verlinker",
  hint: "Was in einer Nachricht zu einem Muster passt, wird ein Link, etwa #123 zu einem Ticket. Der erste, der passt, gilt: bring sie in die Reihenfolge, in der sie versucht werden.",
  none: "Es gibt noch keine Verlinker.",
  add: "Neuer Verlinker",
  create: "Verlinker anlegen",
  edit: (pattern) => `${pattern} bearbeiten`,
  editTitle: "Verlinker bearbeiten",
  save: "Speichern",
  remove: (pattern) => `${pattern} löschen`,
  removeTitle: "Diesen Verlinker löschen?",
  removeText: (pattern) =>
    `Was zu ${pattern} passt, ist in neuen Nachrichten kein Link mehr. Frühere Nachrichten behalten ihre Links.`,
  removeAction: "Verlinker löschen",
  removed: "Der Verlinker ist gelöscht",
  pattern: "Muster",
  patternHint: "Ein regulärer Ausdruck (RE2), mit Namen für seine Teile, etwa #(?P<id>[0-9]+)",
  template: "Link",
  templateHint: "Eine Adresse mit diesen Namen in Klammern, etwa https://example.com/issues/{id}",
  leadsTo: (template) => `führt zu ${template}`,
  tryOut: "Ausprobieren",
  tryOutHint: "So macht der Server Links daraus, mit allen Verlinkern in ihrer Reihenfolge.",
  sample: "Beispieltext",
  links: "Gefundene Links",
  noLinks: "Kein Verlinker passt zu diesem Text.",
};

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
