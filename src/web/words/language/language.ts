import { signal } from "@preact/signals";

/** The languages of the client. The first one has all texts; the others translate it. */
const LANGUAGES = ["en", "de", "ar-XB"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages that people can choose. "ar-XB", English written from right to left for tests, is not among them. */
export const CHOICES: readonly { readonly language: Language; readonly name: string }[] = [
  { language: "en", name: "English" },
  { language: "de", name: "Deutsch" },
];

interface Speech {
  readonly language: Language;
  /** The locale for numbers and dates: the language in the browser's regional variant, such as "en-GB". */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
}

let present: Speech = { language: "en", locale: "en", direction: "ltr" };

const primary = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/** Whether a tag is a valid locale. Browsers take over invalid ones from the system, such as "en-US@posix". */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const CHOSEN = "parley.language";

/** Keeps the language that was chosen in this browser. */
export const keepLanguage = (language: Language): void => localStorage.setItem(CHOSEN, language);
export const keptLanguage = (): string | null => localStorage.getItem(CHOSEN);

interface Wishes {
  /** The language that was chosen in this browser. */
  readonly here: string | null;
  readonly account: string;
  readonly organization: string;
}

/**
 * The wanted languages, the most wanted first. Every account has a language, chosen or not. English and the organization's
 * language, which new accounts have, do not count as chosen, so that the browser's languages apply until people choose.
 */
export function languageWishes({ here, account, organization }: Wishes, browser: readonly string[]): string[] {
  const chosen = account === organization || account === "en" ? [] : [account];
  return [...(here === null ? [] : [here]), ...chosen, ...browser, organization];
}

/** The language and locale for wanted languages, the most wanted first. */
export function speechFor(wishes: readonly string[], browser: readonly string[]): Speech {
  const spoken = wishes.flatMap((wish) => {
    const exact = LANGUAGES.find((one) => one.toLowerCase() === wish.toLowerCase());
    return exact ?? LANGUAGES.find((one) => one === primary(wish)) ?? [];
  });
  const language = spoken[0] ?? "en";
  const regional = [...wishes, ...browser].filter((tag) => primary(tag) === primary(language) && isLocale(tag));
  return {
    language,
    locale: regional.find((tag) => tag.includes("-")) ?? language,
    direction: language === "ar-XB" ? "rtl" : "ltr",
  };
}

export function speak(speech: Speech): void {
  present = speech;
}

export const speech = (): Speech => present;

const hours = signal<"h12" | "h23" | undefined>(undefined);

/** Chooses hours from 0 to 23 if `on` is true, or from 1 to 12; undefined leaves the choice to the language. */
export function chooseHours(on: boolean | undefined): void {
  hours.value = on === undefined ? undefined : on ? "h23" : "h12";
}

/** The chosen clock. It is a signal's value, so that views that show hours are drawn again when it changes. */
export const clockStyle = (): "h12" | "h23" | undefined => hours.value;
