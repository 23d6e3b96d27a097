import type { Words } from "../en.ts";
import { plural } from "../format.ts";

export const widgets: Words["widgets"] = {
  poll: "Umfrage",
  todo: "Aufgabenliste",
  editQuestion: "Frage bearbeiten",
  editTitle: "Titel bearbeiten",
  vote: (option, count) => `${option}, ${plural(count, { one: "# Stimme", other: "# Stimmen" })}`,
  newOption: "Neue Möglichkeit",
  newTask: "Neue Aufgabe: Notiz",
  add: "Hinzufügen",
};
