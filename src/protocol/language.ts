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
const spokenLanguages = ["en", "de"] as const;
export type Language = (typeof spokenLanguages)[number];

/** The spoken language that fits a language tag, such as "de" for "de-AT". */
export const spokenLanguage = (tag: string): Language | undefined =>
  spokenLanguages.find((language) => new RegExp(`^${language}(?:-|$)`, "i").test(tag));
