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
    question: ["Is ", " to be your address from now on?"],
    confirm: "Confirm",
    done: ["Your address is ", " now. Log in with it from now on."],
    goOn: "Go on",
  },
  de: {
    title: "Neue E-Mail-Adresse",
    question: ["Soll ", " ab jetzt deine Adresse sein?"],
    confirm: "Bestätigen",
    done: ["Deine Adresse ist jetzt ", ". Melde dich von nun an mit ihr an."],
    goOn: "Weiter",
  },
};
