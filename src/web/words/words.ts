import { changeLook } from "../style/look.ts";
import { en, type Words } from "./en.ts";
import { type Language, speak, speech, speechFor } from "./language.ts";

let present: Words = en;

/** All that the client says, in the language that was chosen when the page was opened, by screen. */
export const words = (): Words => present;

const load: Record<Exclude<Language, "en">, () => Promise<Words>> = {
  de: async () => (await import("./de.ts")).de,
  "ar-XB": async () => (await import("./pseudo.ts")).mirrored(en),
};

/**
 * Chooses the language before the first view is drawn: that of the account, else what the browser asks for. English is
 * there without waiting, and stays where another catalog cannot be loaded.
 */
export async function chooseWords(wishes: readonly string[]): Promise<void> {
  const chosen = speechFor(wishes, navigator.languages);
  if (chosen.language !== "en") {
    try {
      present = await load[chosen.language]();
    } catch {
      return;
    }
  }
  speak(chosen);
  changeLook({ lang: speech().language, dir: speech().direction });
}
