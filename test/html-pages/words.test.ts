import { expect, test } from "vitest";
import { letterWords } from "../../src/features/messages/email-notifications/letter-words.ts";
import { counted, type Language, listed } from "../../src/protocol/language.ts";

const files: Record<string, object> = {
  ...import.meta.glob<object>("../../src/html-pages/*-words.ts", { eager: true }),
  ...import.meta.glob<object>("../../src/features/**/*-words.ts", { eager: true }),
  ...import.meta.glob<object>("../../src/features/messages/message-reports/message-reports.ts", { eager: true }),
};

type Catalogs = Readonly<Record<Language, unknown>>;

/** Catalogs of the server's pages and emails, by file and name. */
const catalogs: [name: string, Catalogs][] = Object.entries(files).flatMap(([path, exported]) =>
  Object.entries(exported).flatMap(([name, value]): [string, Catalogs][] =>
    typeof value === "object" && value !== null && "en" in value && "de" in value
      ? [[`${path.replace("../../src/", "")} ${name}`, value as Catalogs]]
      : [],
  ),
);

/** An argument that can be used as a name, an amount, a time, a list, or an object of those. */
const marked = (index: number): unknown =>
  new Proxy(
    Object.assign(() => {}, {}),
    {
      get: (_target, key) => {
        if (key === Symbol.toPrimitive) return (hint: string) => (hint === "number" ? 101 + index : `<${index}>`);
        if (key === Symbol.iterator) return () => [`<${index}>`].values();
        if (key === "join") return () => `<${index}>`;
        if (key === "kind") return "service linked";
        return typeof key === "string" ? `<${index} ${key}>` : undefined;
      },
    },
  );

/** The texts of a catalog by path. Texts with parameters are called with marked arguments. */
function texts(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    const call = value as (...args: unknown[]) => unknown;
    return texts(call(...Array.from({ length: 3 }, (_, index) => marked(index))), `${path}()`);
  }
  return Object.entries(value as object).flatMap(([key, one]) => texts(one, `${path}.${key}`));
}

const marks = (text: string) =>
  [...new Set(text.replace(/10([123])/g, (_all, one: string) => `<${Number(one) - 1}>`).match(/<\d[^>]*>/g))].sort();

const speaksOf = (catalog: unknown) => Object.fromEntries(texts(catalog).map(([path, text]) => [path, marks(text)]));

const LANGUAGES = ["de", "es", "fr", "ja", "ar"] as const;

test("all translation catalogs are found", () => expect(catalogs.length).toBeGreaterThan(15));

test.each(catalogs)("%s uses the same parameters in every language as in English", (_name, { en, ...others }) => {
  for (const language of LANGUAGES) {
    const known = speaksOf(en);
    const said = speaksOf(others[language]);
    // Names of messages that only other languages need to translate are the API's.
    const own = Object.keys(said).filter((path) => !path.startsWith(".messages.") && !(path in known));
    expect(own, language).toEqual([]);
    for (const [path, names] of Object.entries(known))
      expect([language, path, said[path]]).toEqual([language, path, names]);
  }
});

test.each(catalogs)("%s uses the punctuation of each language", (_name, { es, fr, ja, ar }) => {
  const wrong = (catalog: unknown, pattern: RegExp) =>
    texts(catalog)
      .filter(([path, text]) => !path.startsWith(".messages") && pattern.test(text))
      .map(([, text]) => text);
  expect(wrong(fr, / [?!;:»]|« |[a-z]'[a-zéêh]/)).toEqual([]);
  expect(wrong(es, /^[^¿]+\?$|“|”/)).toEqual([]);
  expect(wrong(ja, /[ぁ-んァ-ヶ一-龠][?!,]|“|”/)).toEqual([]);
  expect(wrong(ar, /[\u0600-\u06ff][?,;]|“|”/)).toEqual([]);
});

test("a count uses the plural forms of its language", () => {
  const forms = { one: "رسالة", two: "رسالتان", few: "# رسائل", many: "# رسالة", other: "# رسالة" };
  expect([1, 2, 3, 11, 100].map((count) => counted("ar", count, forms))).toEqual([
    "رسالة",
    "رسالتان",
    "3 رسائل",
    "11 رسالة",
    "100 رسالة",
  ]);
  expect([0, 1, 2].map((count) => counted("fr", count, { one: "# message", other: "# messages" }))).toEqual([
    "0 message",
    "1 message",
    "2 messages",
  ]);
  expect(counted("en", 12_345, { one: "# message", other: "# messages" })).toBe("12,345 messages");
});

test("a list ends as its language requires, and counts the names it leaves out", () => {
  expect(listed("en", ["Iris", "Omar"], 0, { other: "# more" })).toBe("Iris and Omar");
  expect(listed("en", ["Iris", "Omar"], 3, { other: "# more" })).toBe("Iris, Omar, and 3 more");
  expect(listed("de", ["Iris"], 1, { one: "# weiterer", other: "# weitere" })).toBe("Iris und 1 weiterer");
  expect(listed("ja", ["Iris", "Omar"], 3, { other: "ほか # 人" })).toBe("Iris、Omar、ほか 3 人");
});

test.each(["en", ...LANGUAGES] as const)("a name keeps its number sign next to a count in %s", (language) => {
  for (const count of [1, 2, 3, 11]) expect(letterWords[language].missed(count, "C# Club")).toContain("C# Club");
});
