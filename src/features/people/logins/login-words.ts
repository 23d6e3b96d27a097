import type { Language } from "../../../protocol/language.ts";

const en = {
  title: (organization: string) => `Log in to ${organization}`,
  email: "Email",
  password: "Password",
  logIn: "Log in",
  passkey: {
    label: "Use a passkey",
    refused: "This passkey is not known here.",
    failed: "Logging in with a passkey did not work. Try it once more.",
  },
  code: "Code",
  codeHint: "The one that your authenticator app shows, or one of your recovery codes.",
  anew: "Begin anew",
  logInWith: (service: string) => `Log in with ${service}`,
  or: "or",
  forgotten: "Forgot password?",
  forgottenNoMail: "Forgot your password? This server cannot send mail: ask an administrator for help.",
  lookAround: "Look around without an account",
  noPasswords: "People do not log in with passwords here. Ask an administrator how to get in.",
};

const de: typeof en = {
  title: (organization) => `Bei ${organization} anmelden`,
  email: "E-Mail",
  password: "Passwort",
  logIn: "Anmelden",
  passkey: {
    label: "Passkey verwenden",
    refused: "Dieser Passkey ist hier nicht bekannt.",
    failed: "Die Anmeldung mit dem Passkey hat nicht geklappt. Versuch es noch einmal.",
  },
  code: "Code",
  codeHint: "Der aus deiner Authenticator-App oder einer deiner Wiederherstellungscodes.",
  anew: "Von vorn beginnen",
  logInWith: (service) => `Mit ${service} anmelden`,
  or: "oder",
  forgotten: "Passwort vergessen?",
  forgottenNoMail:
    "Passwort vergessen? Dieser Server kann keine E-Mails verschicken: Bitte die Administration um Hilfe.",
  lookAround: "Ohne Konto umsehen",
  noPasswords: "Hier meldet man sich nicht mit einem Passwort an. Frag die Administration, wie du hineinkommst.",
};

export const loginWords: Readonly<Record<Language, typeof en>> = { en, de };
