import type { Language } from "../../../protocol/language.ts";

const en = {
  forgotten: "Forgot your password?",
  sayAddress: "Say which address your account has: we send you a link to choose a new password with.",
  email: "Email",
  send: "Send me the link",
  toLogin: "Back to the login",
  onItsWay: "Look into your mailbox",
  /** The words before and after the address. */
  letterSent: ["If ", " has an account here, a letter is on its way. The link in it is good for an hour."],
  nothingCame:
    "Nothing came? Look among the spam, or try another address of yours. Each gets two letters an hour at most.",
  noMail:
    "This server does not send mail. Ask an administrator for a link to choose a new password with: they find it at your name in the settings, under “People”.",
  noAdministrator: ["If you are the only owner, whoever runs the server makes the link: ", "."],
  noPasswords: "People do not log in with passwords here. Ask an administrator how to get in.",
  choose: "Choose a new password",
  password: "New password",
  endKeys: "Also log me out of apps and programs",
  endKeysHint: "Browsers are logged out in any case. Leave this on if somebody else may know the old password.",
  save: "Save and log in",
  anotherLink: "Send me another link",
};

const de: typeof en = {
  forgotten: "Passwort vergessen?",
  sayAddress:
    "Sag uns, mit welcher Adresse du angemeldet bist: Wir schicken dir einen Link, um ein neues Passwort zu wählen.",
  email: "E-Mail",
  send: "Link zuschicken",
  toLogin: "Zurück zur Anmeldung",
  onItsWay: "Schau in dein Postfach",
  letterSent: ["Wenn ", " hier ein Konto hat, ist ein Brief unterwegs. Der Link darin gilt eine Stunde."],
  nothingCame:
    "Nichts angekommen? Schau im Spam nach, oder versuch es mit einer anderen deiner Adressen. An jede gehen höchstens zwei Briefe in der Stunde.",
  noMail:
    "Dieser Server verschickt keine E-Mails. Bitte die Administration um einen Link, um ein neues Passwort zu wählen: Sie findet ihn bei deinem Namen in den Einstellungen unter „Personen“.",
  noAdministrator: ["Wenn es außer dir niemanden mit Rechten gibt, macht den Link, wer den Server betreibt: ", "."],
  noPasswords: "Hier meldet man sich nicht mit einem Passwort an. Frag die Administration, wie du hineinkommst.",
  choose: "Neues Passwort wählen",
  password: "Neues Passwort",
  endKeys: "Auch aus Apps und Programmen abmelden",
  endKeysHint: "Browser werden in jedem Fall abgemeldet. Lass das an, wenn jemand das alte Passwort kennen könnte.",
  save: "Speichern und anmelden",
  anotherLink: "Neuen Link zuschicken",
};

export const resetWords: Readonly<Record<Language, typeof en>> = { en, de };
