import type { Language } from "../../../../protocol/language.ts";

const en = {
  title: "Make your account safer",
  why: "This organization wants more than a password of you. Choose a passkey, or an app that shows codes.",
  passkey: {
    label: "Use a passkey of this device",
    refused: "This passkey did not work. Try again, or use an app.",
    failed: "This did not work. Try again, or use an app.",
    name: "Passkey",
  },
  app: "With an authenticator app",
  scan: "Scan this with the app, and enter the code that it shows.",
  qr: "QR code for the app",
  type: "Or type it in:",
  code: "Code",
  confirm: "Turn it on",
  logOut: "Log out",
  keepCodes:
    "The second factor is on. Keep these recovery codes in a safe place: each lets you in once, if you lose the app. They are shown only now.",
  goOn: "I have kept them, go on",
};

const de: typeof en = {
  title: "Mach dein Konto sicherer",
  why: "In dieser Organisation genügt ein Passwort nicht. Wähle einen Passkey oder eine App, die Codes anzeigt.",
  passkey: {
    label: "Passkey dieses Geräts verwenden",
    refused: "Mit diesem Passkey hat es nicht geklappt. Versuch es noch einmal, oder nimm eine App.",
    failed: "Das hat nicht geklappt. Versuch es noch einmal, oder nimm eine App.",
    name: "Passkey",
  },
  app: "Mit einer Authenticator-App",
  scan: "Scanne das mit der App, und gib den Code ein, den sie anzeigt.",
  qr: "QR-Code für die App",
  type: "Oder tipp es ein:",
  code: "Code",
  confirm: "Einschalten",
  logOut: "Abmelden",
  keepCodes:
    "Der zweite Faktor ist eingeschaltet. Bewahre diese Wiederherstellungscodes sicher auf: Jeder lässt dich einmal hinein, falls du die App verlierst. Sie werden nur jetzt angezeigt.",
  goOn: "Ich habe sie aufbewahrt, weiter",
};

export const setupWords: Readonly<Record<Language, typeof en>> = { en, de };
