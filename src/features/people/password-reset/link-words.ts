import type { Language } from "../../../protocol/language.ts";

const en = {
  /** For the account itself; without a name, the server's operator made it. */
  made: (by: string | undefined) =>
    `${by ?? "Your server administrator"} created a link for choosing a new password. It works once, for an hour. If you didn't ask for it, tell an administrator.`,
};

const de: typeof en = {
  made: (by) =>
    `${by ?? "Die Serveradministration"} hat einen Link erstellt, mit dem sich dein Passwort neu wählen lässt. Er gilt einmal und eine Stunde lang. Wenn du nicht darum gebeten hast, sag der Administration Bescheid.`,
};

export const linkWords: Readonly<Record<Language, typeof en>> = { en, de };
