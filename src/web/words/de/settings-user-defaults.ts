import type { userDefaults as english } from "../en/settings-user-defaults.ts";

export const userDefaults: typeof english = {
  rows: { title: "Womit neue Personen beginnen" },
  hint: "Wer von jetzt an beitritt, hat diese Einstellungen und kann sie ändern. Wer schon da ist, behält die eigenen.",
};
