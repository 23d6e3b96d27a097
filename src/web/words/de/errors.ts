import type { Words } from "../en.ts";

export const errors: Words["errors"] = {
  unreachable: "Der Server ist nicht zu erreichen. Nichts ist verloren: Versuch es gleich noch einmal.",
  unknown: "Etwas ist schiefgegangen. Nichts ist verloren: Versuch es noch einmal.",
};
