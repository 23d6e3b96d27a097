import type { Translation } from "../catalog.ts";
import type { errorsWords } from "../errors.ts";

export const errors: Translation<typeof errorsWords> = {
  unreachable: "Der Server ist nicht zu erreichen. Nichts ist verloren: Versuch es gleich noch einmal.",
  unknown: "Etwas ist schiefgegangen. Nichts ist verloren: Versuch es noch einmal.",
};
