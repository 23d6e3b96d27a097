import type { Language } from "../../../protocol/language.ts";

const en = {
  title: (organization: string) => `Log in to ${organization}`,
  email: "Email",
  password: "Password",
  logIn: "Log in",
  lookAround: "Look around without an account",
  noPasswords: "People do not log in with passwords here. Ask an administrator how to get in.",
  noOrganization: "No organization here",
  checkAddress: "There is no organization at this address. Check the address, or ask whoever gave it to you.",
};

const de: typeof en = {
  title: (organization) => `Bei ${organization} anmelden`,
  email: "E-Mail",
  password: "Passwort",
  logIn: "Anmelden",
  lookAround: "Ohne Konto umsehen",
  noPasswords: "Hier meldet man sich nicht mit einem Passwort an. Frag die Administration, wie du hineinkommst.",
  noOrganization: "Hier gibt es keine Organisation",
  checkAddress:
    "Unter dieser Adresse gibt es keine Organisation. Prüfe die Adresse, oder frag die Person, von der du sie hast.",
};

export const loginWords: Readonly<Record<Language, typeof en>> = { en, de };
