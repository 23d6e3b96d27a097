import type { Language } from "../../../protocol/language.ts";

const en = {
  title: (organization: string) => `Log in to ${organization}`,
  email: "Email",
  password: "Password",
  logIn: "Log in",
  passkey: {
    label: "Use a passkey",
    refused: "This passkey isn't registered here.",
    failed: "Couldn't log in with your passkey. Try again.",
  },
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  anew: "Start over",
  logInWith: (service: string) => `Log in with ${service}`,
  or: "or",
  forgotten: "Forgot password?",
  forgottenNoMail: "Forgot your password? Ask an administrator for help: this server can't send email.",
  lookAround: "View without an account",
  noPasswords: "Password login is turned off here. Ask an administrator how to log in.",
};

const de: typeof en = {
  title: (organization) => `Bei ${organization} anmelden`,
  email: "E-Mail",
  password: "Passwort",
  logIn: "Anmelden",
  passkey: {
    label: "Passkey verwenden",
    refused: "Dieser Passkey ist hier nicht registriert.",
    failed: "Die Anmeldung mit dem Passkey ist fehlgeschlagen. Versuche es noch einmal.",
  },
  code: "Code",
  codeHint: "Aus deiner Authenticator-App, oder einer deiner Wiederherstellungscodes.",
  anew: "Von vorn beginnen",
  logInWith: (service) => `Mit ${service} anmelden`,
  or: "oder",
  forgotten: "Passwort vergessen?",
  forgottenNoMail: "Passwort vergessen? Bitte die Administration um Hilfe: Dieser Server kann keine E-Mails senden.",
  lookAround: "Ohne Konto ansehen",
  noPasswords: "Die Anmeldung mit Passwort ist hier ausgeschaltet. Frag die Administration, wie du dich anmeldest.",
};

export const loginWords: Readonly<Record<Language, typeof en>> = { en, de };
