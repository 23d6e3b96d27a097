import { signal } from "@preact/signals";

/** The languages that the client speaks: the first is the one that all others are measured by. */
const LANGUAGES = ["en", "de", "ar-XB"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What people may choose. "ar-XB" is English written from right to left, for tests. */
export const CHOICES: readonly { readonly language: Language; readonly name: string }[] = [
  { language: "en", name: "English" },
  { language: "de", name: "Deutsch" },
];

interface Speech {
  readonly language: Language;
  /** For numbers, dates and lists: the language as the browser's user writes it, such as "en-GB". */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
}

let present: Speech = { language: "en", locale: "en", direction: "ltr" };

const primary = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/** Browsers take over names of locales from the system that are none, such as "en-US@posix". */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const CHOSEN = "parley.language";

/** Keeps that a language was chosen with this browser. */
export const keepLanguage = (language: Language): void => localStorage.setItem(CHOSEN, language);
export const keptLanguage = (): string | null => localStorage.getItem(CHOSEN);

interface Wishes {
  /** What was chosen with this browser. */
  readonly here: string | null;
  readonly account: string;
  readonly organization: string;
}

/**
 * The languages that somebody wants, the best first. Every account has one, chosen or not: English and the organization's
 * own, which new accounts have, count as none, so that people read what their browser asks for until they choose.
 */
export function languageWishes({ here, account, organization }: Wishes, browser: readonly string[]): string[] {
  const chosen = account === organization || account === "en" ? [] : [account];
  return [...(here === null ? [] : [here]), ...chosen, ...browser, organization];
}

/** What is spoken to somebody who asks for these, the best first. */
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

/** Whether the account wants hours from 0 to 23 or from 1 to 12; undefined is as its language has it. */
export function chooseHours(on: boolean | undefined): void {
  hours.value = on === undefined ? undefined : on ? "h23" : "h12";
}

/** Whoever shows an hour is drawn again when it changes. */
export const clockStyle = (): "h12" | "h23" | undefined => hours.value;
