import { capitalized } from "../format.ts";
import { spokenLanguages } from "./languages.ts";

/** The languages that users can choose, each named in the language itself. */
export const languageChoices = () =>
  spokenLanguages
    // "ar-XB" is only for tests.
    .filter((language) => language !== "ar-XB")
    .map((value) => ({
      value,
      label: capitalized(new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value),
    }));
