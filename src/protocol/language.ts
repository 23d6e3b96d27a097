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

/** The form of a text for a count, with the count in the place of "#". */
export function counted(
  language: Language,
  count: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string },
): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace("#", new Intl.NumberFormat(language).format(count));
}
