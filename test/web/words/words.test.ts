import { describe, expect, test } from "vitest";
import { tableNames } from "../../../src/archive/tables.ts";
import { de } from "../../../src/web/words/de.ts";
import { about } from "../../../src/web/words/en/about.ts";
import { channels } from "../../../src/web/words/en/channels.ts";
import { compose } from "../../../src/web/words/en/compose.ts";
import { dialogs } from "../../../src/web/words/en/dialogs.ts";
import { firstSteps } from "../../../src/web/words/en/first-steps.ts";
import { keys } from "../../../src/web/words/en/keys.ts";
import { drafts, reminders, scheduled } from "../../../src/web/words/en/later.ts";
import { lightbox } from "../../../src/web/words/en/lightbox.ts";
import { login } from "../../../src/web/words/en/login.ts";
import { notifications as notices } from "../../../src/web/words/en/notifications.ts";
import { palette } from "../../../src/web/words/en/palette.ts";
import { people } from "../../../src/web/words/en/people.ts";
import { pickers } from "../../../src/web/words/en/pickers.ts";
import { recent } from "../../../src/web/words/en/recent.ts";
import { search } from "../../../src/web/words/en/search.ts";
import { imports } from "../../../src/web/words/en/settings-import.ts";
import { topics } from "../../../src/web/words/en/topics.ts";
import { widgets } from "../../../src/web/words/en/widgets.ts";
import { en, type LaterWords } from "../../../src/web/words/en.ts";
import { fileSize, listed, number, plural, shortNumber } from "../../../src/web/words/format.ts";
import { languageWishes, speak, speechFor } from "../../../src/web/words/language.ts";
import { mirrored } from "../../../src/web/words/pseudo.ts";

const sources: Record<string, string> = import.meta.glob(
  ["../../../src/web/**/*.{ts,tsx}", "!../../../src/web/words/{en,de}/**"],
  { query: "?raw", import: "default", eager: true },
);

/** Each text of a catalog by its path, with the kind of what is there. */
function texts(value: unknown, path = ""): [path: string, kind: string][] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, one]) => texts(one, `${path}.${key}`));
  }
  return [[path, typeof value]];
}

const later: LaterWords = {
  about,
  lightbox,
  pickers,
  widgets,
  dialogs,
  keys,
  recent,
  people,
  channels,
  compose,
  drafts,
  palette,
  reminders,
  scheduled,
  search,
  topics,
  firstSteps,
  login,
  notifications: notices,
};
/** The catalogs of the settings are files of their own in every language. */
const ofSettings = {
  en: import.meta.glob("../../../src/web/words/en/settings*.ts", { eager: true }),
  de: import.meta.glob("../../../src/web/words/de/settings*.ts", { eager: true }),
};
const settings = (language: keyof typeof ofSettings) => Object.assign({}, ...Object.values(ofSettings[language]));
const whole = { en: { ...en, ...later, ...settings("en") }, de: { ...de, ...settings("de") } };

describe("the catalogs", () => {
  test("say the same things, of the same kinds", () => {
    expect(texts(whole.de)).toEqual(expect.arrayContaining(texts(whole.en)));
    expect(texts(whole.de).length).toBe(texts(whole.en).length);
  });

  test("leave no text empty", () => {
    const empty = (catalog: unknown): string[] =>
      typeof catalog === "string"
        ? catalog.trim() === ""
          ? ["an empty text"]
          : []
        : typeof catalog === "object" && catalog !== null
          ? Object.values(catalog).flatMap(empty)
          : [];
    expect([whole.en, whole.de].flatMap(empty)).toEqual([]);
  });

  test("hold nothing that no view says", () => {
    const said = new Set(Object.values(sources).flatMap((code) => code.match(/[\w-]+/g) ?? []));
    // What the server names (services, their options, tables of archives) is compared with what it has in tests of its own.
    const named = /^\.?(services|integrations\.option(Names|Hints)|imports\.tables)\./;
    const own = texts(whole.en).filter(([path]) => !named.test(path));
    const names = own.flatMap(([path]) => path.split(".").filter((name) => /[a-z]/i.test(name)));
    expect(names.filter((name) => !name.split(/[:\s]/).every((part) => said.has(part)))).toEqual([]);
  });

  test("have a name for each table of an archive, and for what else an import tells of itself", () => {
    const others = ["copying files", "direct conversations", "finishing", "undoing"];
    expect(Object.keys(imports.tables).sort()).toEqual([...tableNames, ...others].sort());
  });

  test("are turned whole for the pseudo language", () => {
    const turned = mirrored({ plain: "a", group: { counted: (count: number) => `${count} b` } });
    expect([turned.plain, turned.group.counted(2)]).toEqual(["\u202ea\u202c", "\u202e2 b\u202c"]);
  });
});

describe("the language", () => {
  test("is the first wish that is spoken, with the browser's own way of writing numbers and dates", () => {
    expect(speechFor(["fr", "de"], ["de-AT", "en-US"])).toEqual({ language: "de", locale: "de-AT", direction: "ltr" });
    expect(speechFor(["en-GB"], ["de-DE"])).toEqual({ language: "en", locale: "en-GB", direction: "ltr" });
    expect(speechFor(["en"], ["en-US@posix", "en-AU"])).toEqual({ language: "en", locale: "en-AU", direction: "ltr" });
  });

  test("is the one that was chosen, here or for the account, and else the browser's before the organization's", () => {
    const spoken = (here: string | null, account: string, organization: string, ...browser: string[]) =>
      speechFor(languageWishes({ here, account, organization }, browser), browser).language;
    expect(spoken("en", "en", "en", "de-AT")).toBe("en");
    expect(spoken(null, "de", "en", "en-GB")).toBe("de");
    expect(spoken(null, "en", "en", "fr", "de-AT", "en")).toBe("de");
    expect(spoken(null, "de", "de", "en-GB")).toBe("en");
    expect(spoken(null, "en", "de", "fr")).toBe("de");
    expect(spoken(null, "en", "en", "fr")).toBe("en");
  });

  test("is English where no wish can be met, and runs from right to left where that is asked for", () => {
    expect(speechFor(["fr", "ja"], ["ja"]).language).toBe("en");
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

  test("take the form of their number", () => {
    const forms = { one: "# message", other: "# messages" };
    expect([0, 1, 1234].map((count) => plural(count, forms))).toEqual(["0 messages", "1 message", "1,234 messages"]);
  });

  test("are written as the language does", () => {
    expect(inLanguage("de", () => [number(1234.5), listed(["Iris", "Omar", "Yumi"])])).toEqual([
      "1.234,5",
      "Iris, Omar und Yumi",
    ]);
    expect([shortNumber(999), shortNumber(1234)]).toEqual(["999", "1.2K"]);
    expect([fileSize(0), fileSize(999), fileSize(1_234_000), fileSize(18_400)]).toEqual([
      "0 bytes",
      "999 bytes",
      "1.2 MB",
      "18 kB",
    ]);
  });
});
