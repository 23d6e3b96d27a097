import { mapTexts } from "../../../src/protocol/words/icu.ts";
import { translateBy } from "../../../src/web/words/catalog.ts";
import { readTexts } from "../../support/read-texts.ts";

const catalogs: Record<string, object> = import.meta.glob(
  ["../../../src/web/words/**/*.ts", "!../../../src/web/words/language/**"],
  { eager: true },
);
const files = readTexts(import.meta.dirname, "../../../src/web/words/??/*.json");

const nameOf = (path: string): string => /(\w+)\.(?:ts|json)$/.exec(path)?.[1] ?? "";
const parts = new Set(Object.keys(files).map(nameOf));

/** Returns the language script that contains a catalog file's texts. */
const partOf = (path: string) =>
  parts.has(nameOf(path)) ? nameOf(path) : path.includes("/words/settings/") ? "settings" : "client";

/** The English texts by path, such as "channels.empty.title", for each script of a language. */
export const english: Readonly<Record<string, Readonly<Record<string, string>>>> = allEnglish();

function allEnglish() {
  const found: Record<string, Record<string, string>> = Object.fromEntries([...parts].map((part) => [part, {}]));
  const names = new Set<string>();
  for (const [file, exported] of Object.entries(catalogs)) {
    const own = found[partOf(file)] ?? {};
    translateBy((name, texts) => {
      if (names.has(name)) throw new Error(`two catalogs are called ${name}`);
      names.add(name);
      mapTexts(texts, name, (text, path) => {
        own[path] = text;
      });
      return undefined;
    });
    for (const [name, ask] of Object.entries(exported)) if (name.endsWith("Words") && typeof ask === "function") ask();
  }
  translateBy(() => undefined);
  return found;
}

/** Texts of each language with a folder of translations, per file. */
export const translations = Object.entries(
  Object.groupBy(Object.entries(files), ([path]) => path.split("/words/")[1]?.slice(0, 2) ?? ""),
).map(([language, own = []]) => ({
  language,
  texts: Object.fromEntries(own.map(([path, text]) => [nameOf(path), JSON.parse(text)])),
}));
