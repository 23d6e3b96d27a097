import type { Language } from "../../../protocol/language.ts";

const en = {
  /** For the account itself; without a name, the server's operator made it. */
  made: (by: string | undefined) =>
    `${by ?? "The operator of this server"} made a link with which your password can be chosen. It works once, for an hour. If you did not ask for it, tell an administrator.`,
};

const de: typeof en = {
  made: (by) =>
    `${by ?? "Wer diesen Server betreibt,"} hat einen Link gemacht, mit dem dein Passwort neu gewählt werden kann. Er gilt einmal und eine Stunde lang. Wenn du nicht darum gebeten hast, sag der Administration Bescheid.`,
};

export const linkWords: Readonly<Record<Language, typeof en>> = { en, de };
