import { changeLook } from "../style/look.ts";
import type { allSettings } from "./de/all-settings.ts";
import type { imports } from "./de/settings-import.ts";
import { en, type FirstWords, type LaterWords, type Words } from "./en.ts";
import { type Language, speak, speech, speechFor } from "./language.ts";

/** What the settings say, and what moving an organization in says: in another language than English it is loaded with these. */
const GERMAN_PARTS = {
  settings: async () => (await import("./de/all-settings.ts")).allSettings,
  import: async () => ({ imports: (await import("./de/settings-import.ts")).imports }),
};
type Part = keyof typeof GERMAN_PARTS;
type AllLater = LaterWords & typeof allSettings & { readonly imports: typeof imports };

interface Catalog {
  readonly first: FirstWords;
  /** English is passed in by who asks. */
  readonly later: <Name extends keyof AllLater>(name: Name, english: AllLater[Name]) => AllLater[Name];
  readonly loadPart?: (part: Part) => Promise<void>;
}

let present: Catalog = { first: en, later: (_name, english) => english };

/** What the client says, in the language that was chosen when the page was opened, by screen. */
export const words = (): FirstWords => present.first;

/** As `words()`, of a part that is loaded later: its English comes with it. */
export const laterWords = <Name extends keyof AllLater>(name: Name, english: AllLater[Name]): AllLater[Name] =>
  present.later(name, english);

/** Loads what a part says, before it is shown. */
export const loadWords = async (part: Part): Promise<void> => present.loadPart?.(part);

function german(catalog: Words): Catalog {
  const all: { [Name in keyof AllLater]?: AllLater[Name] } = { ...catalog };
  return {
    first: catalog,
    later: (name, english) => all[name] ?? english,
    loadPart: async (part) => void Object.assign(all, await GERMAN_PARTS[part]()),
  };
}

const load: Record<Exclude<Language, "en">, () => Promise<Catalog>> = {
  de: async () => german((await import("./de.ts")).de),
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
