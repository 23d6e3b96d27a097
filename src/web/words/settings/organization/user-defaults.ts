import { catalog } from "../../catalog.ts";

export const userDefaultsWords = catalog("userDefaults", {
  rows: { title: "What new people begin with" },
  hint: "Whoever joins from now on has these settings, and can change them. Whoever is here already keeps their own.",
});
