import { type Language, languages, spokenLanguages } from "./languages.ts";
import type { Speech } from "./speech.ts";

const primary = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";

/** Whether a tag is a valid locale. Browsers pass on invalid ones from the system, such as "en-US@posix". */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const CHOSEN = "parley.language";

export const keepLanguage = (language: Language): void => localStorage.setItem(CHOSEN, language);
export const keptLanguage = (): string | null => localStorage.getItem(CHOSEN);

interface Wishes {
  /** Language chosen in this browser. */
  readonly here: string | null;
  readonly account: string;
  readonly organization: string;
}

/**
 * Returns the preferred languages, best first. Every account has a language, chosen or not. English and the
 * organization's language (the default of new accounts) don't count as chosen, so that the browser's languages apply
 * until the user chooses.
 */
export function languageWishes({ here, account, organization }: Wishes, browser: readonly string[]): string[] {
  const chosen = account === organization || account === "en" ? [] : [account];
  return [...(here === null ? [] : [here]), ...chosen, ...browser, organization];
}

/**
 * Returns the locale with the digits 0 to 9, which texts, code and URLs use in every language. "ar-EG" would use
 * others.
 */
const withPlainDigits = (locale: string): string =>
  new Intl.NumberFormat(locale).resolvedOptions().numberingSystem === "latn" ? locale : `${locale}-u-nu-latn`;

/** Returns the first supported language of `wishes`, with the regional locale that the wishes or browser prefer. */
export function speechFor(
  wishes: readonly string[],
  browser: readonly string[],
): Speech & { readonly language: Language } {
  const spoken = wishes.flatMap((wish) => {
    const exact = spokenLanguages.find((one) => one.toLowerCase() === wish.toLowerCase());
    return exact ?? spokenLanguages.find((one) => one === primary(wish)) ?? [];
  });
  const language = spoken[0] ?? "en";
  const regional = [...wishes, ...browser].filter((tag) => primary(tag) === primary(language) && isLocale(tag));
  return {
    language,
    locale: withPlainDigits(regional.find((tag) => tag.includes("-")) ?? language),
    direction: languages[language].direction,
  };
}
