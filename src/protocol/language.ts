import * as v from "valibot";
import { boundedText } from "./bounded.ts";

// Every well-formed tag is kept, since each client has its own translations.
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

export const languageSchema = v.pipe(
  boundedText("word"),
  v.check(
    (tag) => LANGUAGE_TAG.test(tag),
    (issue) => `Invalid language '${issue.input}'`,
  ),
);

/** The languages that the server itself speaks, in its pages and letters. */
const spokenLanguages = ["en", "de", "es", "fr", "ja", "ar"] as const;
export type Language = (typeof spokenLanguages)[number];

/** The spoken language that fits a language tag, such as "de" for "de-AT". */
export const spokenLanguage = (tag: string): Language | undefined =>
  spokenLanguages.find((language) => new RegExp(`^${language}(?:-|$)`, "i").test(tag));

/** The direction in which a language is written. */
export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** Whether people who read in a locale, such as "de" or "en-GB", count hours from 0 to 23; false for a tag that is none. */
export function countsHoursTo23(locale: string): boolean {
  try {
    return new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hourCycle === "h23";
  } catch {
    return false;
  }
}

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The form of a text for a count, with the count in the place of "#"; names, which can have a "#", stay outside the forms. */
export function counted(language: Language, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace("#", new Intl.NumberFormat(language).format(count));
}

/** A list such as "Iris, Omar, and 3 more": names, and the forms that count those that are not named. */
export function listed(language: Language, names: readonly string[], more: number, others: Forms): string {
  const items = more === 0 ? names : [...names, counted(language, more, others)];
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
