import type { Language } from "../../../../protocol/language.ts";

/** A sentence around an address, as the texts before and after it. */
type AroundAddress = readonly [before: string, after: string];

interface Words {
  readonly title: string;
  readonly question: AroundAddress;
  readonly confirm: string;
  readonly done: AroundAddress;
  readonly goOn: string;
}

export const confirmEmailWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "New email address",
    question: ["Change your email address to ", "?"],
    confirm: "Confirm",
    done: ["Your email address is now ", ". Use it from the next time you log in."],
    goOn: "Continue",
  },
  de: {
    title: "Neue E-Mail-Adresse",
    question: ["Deine E-Mail-Adresse in ", " ändern?"],
    confirm: "Bestätigen",
    done: ["Deine E-Mail-Adresse ist jetzt ", ". Verwende sie ab der nächsten Anmeldung."],
    goOn: "Weiter",
  },
};
