import { describe, expect, test } from "vitest";
import { tableNames } from "../../../src/archive-format/tables.ts";
import { kindNames } from "../../../src/web/views/settings/import/kind-names.ts";
import { duration } from "../../../src/web/words/duration.ts";
import { fileSize } from "../../../src/web/words/file-size.ts";
import { listed, listedAs, number, shortNumber, withCommas } from "../../../src/web/words/format.ts";
import { languageWishes, speechFor } from "../../../src/web/words/language/language.ts";
import { mirrored } from "../../../src/web/words/language/pseudo.ts";
import { speak } from "../../../src/web/words/language/speech.ts";
import { readTexts } from "../../support/read-texts.ts";
import { english } from "./catalogs.ts";

const views = readTexts(import.meta.dirname, "../../../src/web/**/*.{ts,tsx}", "!../../../src/web/words/**");
const times = readTexts(import.meta.dirname, "../../../src/web/words/time.ts");
const sources = { ...views, ...times };
describe("catalogs", () => {
  test("contain only texts that a view uses", () => {
    const said = new Set(Object.values(sources).flatMap((code) => code.match(/[\w-]+/g) ?? []));
    // Names from the server (services, their options, archive tables) are checked against it in separate tests.
    const named =
      /^(services|integrations\.option(Names|Hints)|imports\.tables|auditActions\.\w+|auditLog\.actors|recentLogins\.actions)\./;
    const own = Object.values(english).flatMap((texts) => Object.keys(texts).filter((path) => !named.test(path)));
    const names = own.flatMap((path) =>
      path
        .split(".")
        .slice(1)
        .filter((name) => /[a-z]/i.test(name)),
    );
    expect(names.filter((name) => !name.split(/[:\s]/).every((part) => said.has(part)))).toEqual([]);
  });

  test("name every step that an import reports, and only existing archive tables", () => {
    const steps = ["copying files", "direct conversations", "finishing", "undoing"];
    const known = [...tableNames, ...steps];
    expect(Object.keys(kindNames())).toEqual(expect.arrayContaining(steps));
    expect(Object.keys(kindNames()).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("are mirrored completely for the pseudo language", () => {
    const turned = mirrored({ plain: "a", group: { counted: (count: number) => `${count} b` } });
    expect(turned).toEqual({ plain: "\u202ea\u202c", group: { counted: expect.any(Function) } });
    expect((turned as { group: { counted: (count: number) => string } }).group.counted(2)).toBe("\u202e2 b\u202c");
  });
});

describe("language choice", () => {
  test("takes the first supported language, with the browser's locale for numbers and dates", () => {
    expect(speechFor(["sv", "de"], ["de-AT", "en-US"])).toEqual({ language: "de", locale: "de-AT", direction: "ltr" });
    expect(speechFor(["en-GB"], ["de-DE"])).toEqual({ language: "en", locale: "en-GB", direction: "ltr" });
    expect(speechFor(["en"], ["en-US@posix", "en-AU"])).toEqual({ language: "en", locale: "en-AU", direction: "ltr" });
  });

  test("prefers the language chosen here, then the account's, the browser's and the organization's", () => {
    const spoken = (here: string | null, account: string, organization: string, ...browser: string[]) =>
      speechFor(languageWishes({ here, account, organization }, browser), browser).language;
    expect(spoken("en", "en", "en", "de-AT")).toBe("en");
    expect(spoken(null, "de", "en", "en-GB")).toBe("de");
    expect(spoken(null, "en", "en", "sv", "de-AT", "en")).toBe("de");
    expect(spoken(null, "de", "de", "en-GB")).toBe("en");
    expect(spoken(null, "en", "de", "sv")).toBe("de");
    expect(spoken(null, "en", "en", "sv")).toBe("en");
  });

  test("falls back to English if no language is supported, and is right-to-left for RTL languages", () => {
    expect(speechFor(["nl", "pl"], ["nl"]).language).toBe("en");
    expect(speechFor(["ar"], ["ar-EG"])).toEqual({ language: "ar", locale: "ar-EG-u-nu-latn", direction: "rtl" });
    expect(speechFor(["ar-XB"], []).direction).toBe("rtl");
  });
});

describe("numbers and lists", () => {
  const inLanguage = <Result>(tag: string, ask: () => Result): Result => {
    speak(speechFor([tag], []));
    const result = ask();
    speak(speechFor(["en"], []));
    return result;
  };

  test("are formatted in the user's language", () => {
    expect(inLanguage("de", () => [number(1234.5), listed(["Iris", "Omar", "Yumi"])])).toEqual([
      "1.234,5",
      "Iris, Omar und Yumi",
    ]);
    const numbers = inLanguage("de", () => listedAs([1, 2, 3], (one) => one));
    expect(numbers).toEqual([1, ", ", 2, " und ", 3]);
    expect([shortNumber(999), shortNumber(1234)]).toEqual(["999", "1.2K"]);
    expect([fileSize(0), fileSize(999), fileSize(1_234_000), fileSize(18_400)]).toEqual([
      "0 bytes",
      "999 bytes",
      "1.2 MB",
      "18 kB",
    ]);
  });

  test("use the commas of the user's language", () => {
    const names = ["Iris", "Omar"];
    const lists = ["en", "ar", "ja"].map((language) => inLanguage(language, () => withCommas(names)));
    expect(lists).toEqual(["Iris, Omar", "Iris، Omar", "Iris、Omar"]);
  });

  test("express durations in the largest whole unit", () => {
    const limits = [120, 5400, 7200, 86_400, 1_209_600];
    expect(limits.map(duration)).toEqual(["2 minutes", "90 minutes", "2 hours", "1 day", "2 weeks"]);
    expect(inLanguage("ja", () => duration(604_800))).toBe("1 週間");
    expect(inLanguage("ar", () => duration(120))).toBe("دقيقتان");
  });
});
