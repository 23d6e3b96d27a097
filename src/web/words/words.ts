import { changeLook } from "../style/look.ts";
import { en, type FirstWords, type LaterWords, type Words } from "./en.ts";
import { type Language, speak, speech, speechFor } from "./language.ts";

interface Catalog {
  readonly first: FirstWords;
  /** In another language than English, all of it is loaded at once; English is passed in by who asks. */
  readonly later: <Name extends keyof LaterWords>(name: Name, english: LaterWords[Name]) => LaterWords[Name];
}

let present: Catalog = { first: en, later: (_name, english) => english };

/** What the client says, in the language that was chosen when the page was opened, by screen. */
export const words = (): FirstWords => present.first;

/** As `words()`, of a part that is loaded later: its English comes with it. */
export const laterWords = <Name extends keyof LaterWords>(name: Name, english: LaterWords[Name]): LaterWords[Name] =>
  present.later(name, english);

const whole = (catalog: Words): Catalog => ({ first: catalog, later: (name) => catalog[name] });

const load: Record<Exclude<Language, "en">, () => Promise<Catalog>> = {
  de: async () => whole((await import("./de.ts")).de),
  "ar-XB": async () => {
    const { mirrored } = await import("./pseudo.ts");
    return { first: mirrored(en), later: (_name, english) => mirrored(english) };
  },
};

/**
 * Chooses the language before the first view is drawn. English is
 * there without waiting, and stays where another catalog cannot be loaded. "?language=de" in the address chooses one for
 * those who translate and test.
 */
export async function chooseWords(wishes: readonly string[]): Promise<void> {
  const once = new URLSearchParams(location.search).get("language");
  const chosen = speechFor(once === null ? wishes : [once], navigator.languages);
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
