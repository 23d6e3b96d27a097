import type { SettingsWords } from "../en/settings.ts";

export const settings: SettingsWords = {
  title: "Einstellungen",
};
