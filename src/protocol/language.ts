import * as v from "valibot";
import { boundedText } from "./bounded.ts";

// Which languages have a translation is each client's affair, so every well-formed tag is kept.
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

export const languageSchema = v.pipe(
  boundedText("word"),
  v.check(
    (tag) => LANGUAGE_TAG.test(tag),
    (issue) => `Invalid language '${issue.input}'`,
  ),
);
