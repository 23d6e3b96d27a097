import type { Translation } from "../../../catalog.ts";
import type { linkifiersWords, playgroundsWords } from "../../../settings/organization/linkifiers.ts";

export const linkifiers: Translation<typeof linkifiersWords> = {
  rows: { linkifiers: "Linkifier", tryOut: "Ausprobieren", add: "Neuer Linkifier" },
  title: "Linkifier",
  hint: "Mach Text, der zu einem Muster passt, zu Links, etwa #123 zu einem Ticket. Der erste Treffer gilt, die Reihenfolge zählt also.",
  none: "Noch keine Linkifier",
  add: "Neuer Linkifier",
  create: "Linkifier erstellen",
  edit: (pattern) => `${pattern} bearbeiten`,
  editTitle: "Linkifier bearbeiten",
  save: "Speichern",
  remove: (pattern) => `${pattern} löschen`,
  removeTitle: "Diesen Linkifier löschen?",
  removeText: (pattern) =>
    `Text, der zu ${pattern} passt, ist in neuen Nachrichten kein Link mehr. Frühere Nachrichten behalten ihre Links.`,
  removeAction: "Linkifier löschen",
  removed: "Linkifier gelöscht",
  pattern: "Muster",
  patternHint: "Ein regulärer Ausdruck (RE2) mit benannten Gruppen, etwa #(?P<id>[0-9]+)",
  template: "Link",
  templateHint: "Eine URL mit den Namen der Gruppen in Klammern, etwa https://example.com/issues/{id}",
  leadsTo: (template) => `führt zu ${template}`,
  tryOut: "Ausprobieren",
  tryOutHint: "Verlinkt Text wie der Server, mit allen Linkifiern der Reihe nach.",
  sample: "Beispieltext",
  links: "Gefundene Links",
  noLinks: "Kein Linkifier passt zu diesem Text.",
};

export const playgrounds: Translation<typeof playgroundsWords> = {
  rows: { playgrounds: "Code-Playgrounds", add: "Neuer Playground" },
  title: "Code-Playgrounds",
  hint: "Damit lassen sich Codeblöcke in einem Online-Editor für ihre Sprache öffnen.",
  none: "Noch keine Playgrounds",
  add: "Neuer Playground",
  create: "Playground erstellen",
  name: "Name",
  nameHint: "So erscheint er: „In Rust Playground öffnen“.",
  language: "Sprache",
  languageHint: "So wie sie nach den drei Backticks steht, etwa Rust oder Python.",
  template: "Link",
  templateHint: "Mit {code}, wo der Code hinkommt, etwa https://play.rust-lang.org/?code={code}",
  opens: (language) => `öffnet ${language}`,
  preview: "Ausprobieren",
  remove: (name) => `${name} löschen`,
  removed: (name) => `${name} gelöscht`,
};
