import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { widgetsWords } from "../widgets.ts";

export const widgets: Translation<typeof widgetsWords> = {
  poll: "Umfrage",
  todo: "Aufgabenliste",
  editQuestion: "Frage bearbeiten",
  editTitle: "Titel bearbeiten",
  vote: (option, count) => `${option}, ${plural(count, { one: "# Stimme", other: "# Stimmen" })}`,
  newOption: "Neue Möglichkeit",
  newTask: "Neue Aufgabe: Notiz",
  add: "Hinzufügen",
};
