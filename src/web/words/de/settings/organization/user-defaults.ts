import type { Translation } from "../../../catalog.ts";
import type { userDefaultsWords } from "../../../settings/organization/user-defaults.ts";

export const userDefaults: Translation<typeof userDefaultsWords> = {
  rows: { title: "Womit neue Personen beginnen" },
  hint: "Wer von jetzt an beitritt, hat diese Einstellungen und kann sie ändern. Wer schon da ist, behält die eigenen.",
};
