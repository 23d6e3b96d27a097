import type { Translation } from "../catalog.ts";
import type { loginWords } from "../login.ts";

export const login: Translation<typeof loginWords> = {
  ended: "Du wurdest abgemeldet. Nicht gesendete Nachrichten bleiben auf diesem Gerät.",
  again: "Wieder anmelden",
  nothingLost: "Deine Sitzung ist beendet. Melde dich an, um weiterzumachen, wo du warst.",
  email: "E-Mail",
  password: "Passwort",
  wrong: "Dieses Passwort ist falsch.",
  logIn: "Anmelden",
  code: "Code",
  codeHint: "Aus deiner Authenticator-App, oder einer deiner Wiederherstellungscodes.",
  passkey: "Passkey verwenden",
  confirm: "Noch einmal anmelden",
  toChange: "Bestätige, dass du es bist, bevor du deine Anmeldung änderst.",
  logInWith: (service) => `Mit ${service} anmelden`,
  forgotten: "Passwort vergessen?",
  looking: "Du bist ohne Konto hier.",
  forMembers: "Dafür brauchst du ein Konto",
  toTakePart: "Melde dich an, um mitzuschreiben.",
};
