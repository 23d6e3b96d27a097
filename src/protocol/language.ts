import * as v from "valibot";
import { boundedText } from "./bounded.ts";

const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

// Any well-formed tag is accepted, because each client has its own translations.
function isLanguage(tag: string): boolean {
  try {
    return LANGUAGE_TAG.test(tag) && Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

export const languageSchema = v.pipe(
  boundedText("word"),
  v.check(isLanguage, (issue) => `Invalid language '${issue.input}'`),
);

/** Languages of the server's own pages and emails. */
export const spokenLanguages = ["en", "de", "es", "fr", "ja", "ar"] as const;
export type Language = (typeof spokenLanguages)[number];

/** Returns the supported language for a language tag, such as "de" for "de-AT". */
export const spokenLanguage = (tag: string): Language | undefined =>
  spokenLanguages.find((language) => new RegExp(`^${language}(?:-|$)`, "i").test(tag));

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** True if a locale, such as "de" or "en-GB", uses the 24-hour clock. False for an invalid tag. */
export function countsHoursTo23(locale: string): boolean {
  try {
    return new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hourCycle === "h23";
  } catch {
    return false;
  }
}

/** Formats a list such as "Iris, Omar, and 3 more". */
export const formatNameList = (language: Language, items: readonly string[]): string =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(items);
