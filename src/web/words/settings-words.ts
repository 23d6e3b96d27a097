import type { SettingsWords } from "./en/settings.ts";
import { type Language, speech } from "./language.ts";

let present: SettingsWords | undefined;

const load: Record<Language, () => Promise<SettingsWords>> = {
  en: async () => (await import("./en/settings.ts")).settings,
  de: async () => (await import("./de/settings.ts")).settings,
  "ar-XB": async () => {
    const [{ settings }, { mirrored }] = await Promise.all([import("./en/settings.ts"), import("./pseudo.ts")]);
    return mirrored(settings);
  },
};

/** Loads what only the settings say: whoever shows them waits for it, beside the screen's own code. */
export async function loadSettingsWords(): Promise<void> {
  present ??= await load[speech().language]();
}

/** As `words()`, for the settings. */
export function settingsWords(): SettingsWords {
  if (present === undefined) throw new Error("the words of the settings are not loaded yet");
  return present;
}
