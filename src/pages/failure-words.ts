import type { Language } from "../protocol/language.ts";

interface FailureWords {
  /** The titles of failures by their status. */
  readonly titles: Readonly<Record<number, string>>;
  readonly otherTitle: string;
  readonly nothingHere: string;
  readonly toFirstPage: string;
}

export const failureWords: Readonly<Record<Language, FailureWords>> = {
  en: {
    titles: {
      401: "Not logged in",
      403: "Not allowed",
      404: "Not found",
      405: "Not possible here",
      429: "Too many requests",
    },
    otherTitle: "Something went wrong",
    nothingHere: "This page doesn't exist.",
    toFirstPage: "Go to the home page",
  },
  de: {
    titles: {
      401: "Nicht angemeldet",
      403: "Nicht erlaubt",
      404: "Nicht gefunden",
      405: "Hier nicht möglich",
      429: "Zu viele Anfragen",
    },
    otherTitle: "Etwas ist schiefgegangen",
    nothingHere: "Diese Seite gibt es nicht.",
    toFirstPage: "Zur Startseite",
  },
};
