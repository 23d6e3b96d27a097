import { describe, expect, test } from "vitest";
import { formatNameList } from "../../../src/protocol/language.ts";
import { mapTexts } from "../../../src/protocol/words/icu.ts";
import { words } from "../../../src/protocol/words/words.ts";
import { mistakesIn, mistakesOf } from "../../support/icu.ts";
import { readTexts } from "../../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../../src/**/*.ts", "!../../../src/{web,local}/**");
const CATALOG = /= words\("([\w.]+)", (\{[\s\S]*?\n?\})\);/g;

/** English texts of the server's pages and emails, by path. */
const english = new Map<string, string>();
for (const [, name = "", texts = ""] of Object.values(sources).flatMap((code) => [...code.matchAll(CATALOG)]))
  mapTexts(new Function(`return (${texts})`)(), name, (text, path) => english.set(path, text));

const LANGUAGES = ["de", "es", "fr", "ja", "ar"] as const;
const files = readTexts(import.meta.dirname, "../../../src/protocol/words/*.json");
const translations = LANGUAGES.map((language) => {
  const texts: Readonly<Record<string, string>> = JSON.parse(
    files[`../../../src/protocol/words/${language}.json`] ?? "",
  );
  return { language, texts };
});

/** Characters that a language does not use. */
const BREAKS = {
  de: /[”]/,
  es: /^[^¿]+\?$|“|”/,
  fr: / [?!;:»]|« |[a-z]'[a-zéêh]/,
  ja: /[ぁ-んァ-ヶ一-龠][?!,]|“|”/,
  ar: /[\u0600-\u06ff][?,;]|“|”/,
};

test("every English text is used, and follows the typographic rules", () => {
  expect(english.size).toBeGreaterThan(400);
  const wrong = [...english].flatMap(([path, text]) => mistakesIn("en", text).map((mistake) => `${path} ${mistake}`));
  expect(wrong).toEqual([]);
  const code = Object.values(sources).map((source) => source.replace(CATALOG, ""));
  const said = new Set(code.flatMap((source) => source.match(/\w+/g) ?? []));
  // API messages and status codes are looked up by value.
  const own = [...english.keys()].filter((path) => !/^(refusals\.messages|failures\.titles)\./.test(path));
  const names = own.flatMap((path) => path.split(".").slice(1));
  expect(names.filter((name) => !name.split(/[:\s-]/).every((part) => said.has(part)))).toEqual([]);
});

describe.each(translations)("the language $language", ({ language, texts }) => {
  test("has all English texts, and no others", () => {
    expect(Object.keys(texts).sort()).toEqual([...english.keys()].sort());
  });

  test("keeps the parameters and numbers of each text, and has the language's plural forms", () => {
    const wrong = [...english].flatMap(([path, text]) =>
      mistakesOf(language, texts[path] ?? "", text).map((mistake) => `${path} ${mistake}`),
    );
    expect(wrong).toEqual([]);
  });

  test("follows its typographic rules", () => {
    const own = Object.entries(texts).filter(([path]) => !path.startsWith("refusals.messages."));
    expect(own.filter(([, text]) => BREAKS[language].test(text))).toEqual([]);
  });
});

test("words() returns the texts of each language by key", () => {
  const digest = words("digest", { open: "Catch up", messages: "{count, plural, one {# message} other {# messages}}" });
  expect([digest.en.open, digest.de.open]).toEqual(["Catch up", "Nachlesen"]);
  expect([digest.en.messages(12_345), digest.de.messages(1), digest.fr.messages(0), digest.ar.messages(11)]).toEqual([
    "12,345 messages",
    "1 Nachricht",
    "0 message",
    "11 رسالة",
  ]);
});

test("lists are joined as their language requires", () => {
  expect(formatNameList("en", ["Iris", "Omar", "3 more"])).toBe("Iris, Omar, and 3 more");
  expect(formatNameList("de", ["Iris", "1 weiterer"])).toBe("Iris und 1 weiterer");
  expect(formatNameList("ja", ["Iris", "Omar", "ほか 3 人"])).toBe("Iris、Omar、ほか 3 人");
});
