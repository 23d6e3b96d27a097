import type { Words } from "../en.ts";

export const people: Words["people"] = {
  unknown: "Unbekanntes Konto",
};
