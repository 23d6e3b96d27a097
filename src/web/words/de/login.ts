import type { Translation } from "../catalog.ts";
import type { loginWords } from "../login.ts";

export const login: Translation<typeof loginWords> = {
  ended: "Du bist abgemeldet. Was du schreibst, bleibt hier.",
  again: "Wieder anmelden",
  nothingLost: "Deine Sitzung ist beendet. Melde dich an, dann geht es weiter, wo du bist: Es ist nichts verloren.",
  email: "E-Mail",
  password: "Passwort",
  wrong: "Dieses Passwort ist falsch.",
  logIn: "Anmelden",
  code: "Code",
  codeHint: "Der aus deiner Authenticator-App oder einer deiner Wiederherstellungscodes.",
  passkey: "Passkey verwenden",
  confirm: "Noch einmal anmelden",
  toChange: "Wer etwas an deiner Anmeldung ändert, muss sich gerade eben angemeldet haben.",
  logInWith: (service) => `Mit ${service} anmelden`,
  forgotten: "Passwort vergessen?",
  looking: "Du siehst dich ohne Konto um.",
  forMembers: "Das ist für Personen mit Konto",
  toTakePart: "Melde dich an, um mitzumachen.",
};
