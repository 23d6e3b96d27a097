import { expect, test } from "vitest";
import { refusalWords } from "../../src/html-pages/refusal-words.ts";
import { wantedLanguage, wantedLocale } from "../../src/html-pages/wanted-language.ts";
import { countsHoursTo23 } from "../../src/protocol/language.ts";
import { readTexts } from "../support/read-texts.ts";

test.each([
  [undefined, "en"],
  ["de", "de"],
  ["de-CH", "de"],
  ["DE", "de"],
  ["it, de;q=0.5, en;q=0.3", "de"],
  ["it, de;q=0.3, en;q=0.5", "en"],
  ["en-GB,en;q=0.9,de;q=0.8", "en"],
  ["de;q=0, en;q=0.1", "en"],
  ["it, de;q=0", "en"],
  ["den", "en"],
  ["fr-CA", "fr"],
  ["ar-EG, fr;q=0.5", "ar"],
  ["it", "en"],
  ["*", "en"],
  [";q=,,;;q=1", "en"],
  ["x".repeat(100_000), "en"],
])("Accept-Language %s selects the language %s", (header, language) => {
  const headers: Record<string, string> = header === undefined ? {} : { "accept-language": header };
  expect(wantedLanguage(new Request("http://localhost/", { headers }))).toBe(language);
});

test.each([
  [undefined, undefined],
  ["it", undefined],
  ["de", "de"],
  ["en-GB,en;q=0.9,de;q=0.8", "en-GB"],
  ["en,en-GB;q=0.9,en-US;q=0.8", "en-GB"],
  ["it, fr;q=0.5, fr-CA;q=0.4, en-GB;q=0.3", "fr-CA"],
  [`de-${"x".repeat(100)}`, "de"],
])("Accept-Language %s selects the locale %s", (header, locale) => {
  const headers: Record<string, string> = header === undefined ? {} : { "accept-language": header };
  expect(wantedLocale(new Request("http://localhost/", { headers }))).toBe(locale);
});

test.each([
  ["en", false],
  ["en-US", false],
  ["en-GB", true],
  ["de", true],
  ["es", true],
  ["fr", true],
  ["ja", true],
  ["ar", false],
  ["de-x", false],
  ["", false],
])("readers of %o use the 24-hour clock: %s", (locale, isSo) => {
  expect(countsHoursTo23(locale)).toBe(isSo);
});

test("every translated refusal is one that the API returns", () => {
  const sources = readTexts(import.meta.dirname, "../../src/**/*.ts");
  const code = Object.entries(sources)
    .filter(([path]) => !path.endsWith("refusal-words.ts"))
    .map(([, text]) => text)
    .join("\n");
  const texts = Object.keys(refusalWords.de.messages).map((text) =>
    text.replace(/^This invitation | Ask (?:the person|your server).*/g, ""),
  );
  expect(texts.filter((text) => !code.includes(text.replace(/\.$/, "")))).toEqual([]);
});
