import type { Language } from "../../../protocol/language.ts";

const en = {
  forgotten: "Forgot your password?",
  sayAddress: "Enter your email address and we'll send you a link to reset your password.",
  email: "Email",
  send: "Send reset link",
  toLogin: "Back to login",
  onItsWay: "Check your email",
  /** The words before and after the address. */
  letterSent: ["If ", " has an account here, we've sent it an email. The link in it works for an hour."],
  nothingCame:
    "Didn't get it? Check your spam folder or try another address. We send each address at most two emails an hour.",
  noMail:
    "This server can't send email, so it can't send a reset link. Ask an administrator for one: they can create it under “People” in the settings.",
  noAdministrator: ["If you're the only owner, whoever runs the server can create the link: ", "."],
  noPasswords: "Password login is turned off here. Ask an administrator how to log in.",
  choose: "Choose a new password",
  password: "New password",
  endKeys: "Also log me out of apps and scripts",
  endKeysHint: "Browsers are always logged out. Keep this on if someone else might know the old password.",
  save: "Save and log in",
  anotherLink: "Send me another link",
};

const de: typeof en = {
  forgotten: "Passwort vergessen?",
  sayAddress: "Gib deine E-Mail-Adresse ein, und wir schicken dir einen Link, mit dem du dein Passwort zurücksetzt.",
  email: "E-Mail",
  send: "Link senden",
  toLogin: "Zurück zur Anmeldung",
  onItsWay: "Schau in deine E-Mails",
  letterSent: [
    "Wenn ",
    " hier ein Konto hat, haben wir eine E-Mail dorthin geschickt. Der Link darin gilt eine Stunde.",
  ],
  nothingCame:
    "Nichts angekommen? Sieh im Spam-Ordner nach, oder versuche eine andere Adresse. An jede gehen höchstens zwei E-Mails in der Stunde.",
  noMail:
    "Dieser Server kann keine E-Mails senden, also auch keinen Link. Bitte die Administration um einen: Sie kann ihn in den Einstellungen unter „Personen“ erstellen.",
  noAdministrator: ["Wenn du der einzige Besitzer bist, kann den Link erstellen, wer den Server betreibt: ", "."],
  noPasswords: "Die Anmeldung mit Passwort ist hier ausgeschaltet. Frag die Administration, wie du dich anmeldest.",
  choose: "Neues Passwort wählen",
  password: "Neues Passwort",
  endKeys: "Auch aus Apps und Skripten abmelden",
  endKeysHint: "Browser werden immer abgemeldet. Lass das an, wenn jemand das alte Passwort kennen könnte.",
  save: "Speichern und anmelden",
  anotherLink: "Neuen Link zuschicken",
};

export const resetWords: Readonly<Record<Language, typeof en>> = { en, de };
