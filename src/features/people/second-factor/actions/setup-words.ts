import type { Language } from "../../../../protocol/language.ts";

const en = {
  title: "Secure your account",
  why: "This organization requires more than a password. Set up a passkey or an authenticator app.",
  passkey: {
    label: "Create a passkey on this device",
    refused: "Couldn't use this passkey. Try again, or use an app.",
    failed: "Couldn't create a passkey. Try again, or use an app.",
    name: "Passkey",
  },
  app: "Use an authenticator app",
  scan: "Scan this with the app, and enter the code it shows.",
  qr: "QR code for the app",
  type: "Or enter this key:",
  code: "Code",
  confirm: "Turn on",
  logOut: "Log out",
  keepCodes:
    "Two-factor authentication is on. Save these recovery codes somewhere safe: each logs you in once if you lose your phone. You won't see them again.",
  goOn: "I've saved them, continue",
};

const de: typeof en = {
  title: "Sichere dein Konto",
  why: "Diese Organisation verlangt mehr als ein Passwort. Richte einen Passkey oder eine Authenticator-App ein.",
  passkey: {
    label: "Passkey auf diesem Gerät erstellen",
    refused: "Dieser Passkey lässt sich nicht verwenden. Versuche es noch einmal, oder verwende eine App.",
    failed: "Der Passkey konnte nicht erstellt werden. Versuche es noch einmal, oder verwende eine App.",
    name: "Passkey",
  },
  app: "Authenticator-App verwenden",
  scan: "Scanne das mit der App, und gib den Code ein, den sie anzeigt.",
  qr: "QR-Code für die App",
  type: "Oder gib diesen Schlüssel ein:",
  code: "Code",
  confirm: "Einschalten",
  logOut: "Abmelden",
  keepCodes:
    "Zwei-Faktor-Authentifizierung ist eingeschaltet. Bewahre diese Wiederherstellungscodes sicher auf: Jeder meldet dich einmal an, wenn du dein Telefon verlierst. Du siehst sie nicht noch einmal.",
  goOn: "Ich habe sie gespeichert, weiter",
};

export const setupWords: Readonly<Record<Language, typeof en>> = { en, de };
