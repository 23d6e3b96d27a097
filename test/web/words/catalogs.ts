import { translateBy } from "../../../src/web/words/catalog.ts";
import { speechFor } from "../../../src/web/words/language/language.ts";
import { speak } from "../../../src/web/words/language/speech.ts";
import { readTexts } from "../../support/read-texts.ts";

type Catalogs = Readonly<Record<string, unknown>>;

const catalogs: Record<string, object> = import.meta.glob(
  ["../../../src/web/words/**/*.ts", "!../../../src/web/words/{??,language}/**"],
  { eager: true },
);
const scripts: Record<string, object> = import.meta.glob(
  "../../../src/web/words/??/{client,settings,settings/organization/import,voice}.ts",
  { eager: true },
);
const sources = readTexts(import.meta.dirname, "../../../src/web/words/??/**/*.ts");

const languageOf = (path: string) => path.split("/words/")[1]?.slice(0, 2) ?? "";

/** All English catalogs by name. */
export const english = allEnglish();

function allEnglish(): Catalogs {
  const said: Record<string, unknown> = {};
  translateBy((name, catalog) => {
    if (name in said) throw new Error(`two catalogs are called ${name}`);
    said[name] = catalog;
    return catalog;
  });
  for (const [name, ask] of Object.values(catalogs).flatMap((one) => Object.entries(one))) {
    if (name.endsWith("Words") && typeof ask === "function") ask();
  }
  translateBy((_name, catalog) => catalog);
  return said;
}

export interface Translated {
  readonly language: string;
  readonly catalogs: Catalogs;
  /** Sources of its files, by path. */
  readonly sources: Readonly<Record<string, string>>;
}

/** The languages with a folder of translations. */
export const translations: readonly Translated[] = [...new Set(Object.keys(sources).map(languageOf))].map(
  (language) => {
    const own = <One>(all: Record<string, One>) =>
      Object.entries(all).filter(([path]) => languageOf(path) === language);
    return {
      language,
      catalogs: Object.assign({}, ...own(scripts).map(([, words]) => words)),
      sources: Object.fromEntries(own(sources)),
    };
  },
);

interface Text {
  readonly path: string;
  readonly text: unknown;
}

/** Flattens catalogs to texts with their paths. */
export function textsOf(value: unknown, path = ""): Text[] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, one]) => textsOf(one, `${path}.${key}`))
    : [{ path, text: value }];
}

/** Runs `act` in a language. */
export function inLanguage<Result>(language: string, act: () => Result): Result {
  speak(speechFor([language], []));
  try {
    return act();
  } finally {
    speak(speechFor(["en"], []));
  }
}

/** Renders a text, with arguments if it takes any. Returns undefined if it needs others. */
export function said(text: unknown, args: readonly unknown[] = []): string | undefined {
  try {
    const result: unknown = typeof text === "function" ? text(...args) : text;
    return Array.isArray(result) ? result.join("\n") : String(result);
  } catch {
    return undefined;
  }
}
