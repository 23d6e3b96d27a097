import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { loginSecurityWords } from "../../../settings/own/login-security.ts";

export const loginSecurity: Translation<typeof loginSecurityWords> = {
  rows: {
    passkeys: "Passkeys",
    secondFactor: "Zweiter Faktor",
    recoveryCodes: "Wiederherstellungscodes",
    services: "Andere Dienste",
  },
  passkeysHint:
    "Melde dich mit Fingerabdruck, Gesicht oder Schlüssel an statt mit einem Passwort. Einen Passkey kann niemand erraten, und du kannst ihn nicht auf einer falschen Seite eingeben.",
  noPasskeys: "Du hast noch keinen Passkey.",
  notHere: "Dieser Browser kennt keine Passkeys, oder nicht unter dieser Adresse.",
  addPasskey: "Passkey hinzufügen",
  passkeyName: "Name",
  passkeyNameHint: "Woran du ihn wiedererkennst.",
  made: "Erstellt",
  used: "zuletzt benutzt",
  notUsed: "noch nicht benutzt",
  rename: "Umbenennen",
  save: "Speichern",
  remove: "Entfernen",
  removeQuestion: (name) => `Den Passkey „${name}“ entfernen?`,
  removeText:
    "Mit ihm kann sich niemand mehr anmelden. Dein Gerät bietet ihn vielleicht weiter an, bis du ihn auch dort entfernst.",
  removed: "Passkey entfernt",
  added: "Passkey hinzugefügt",
  secondFactorHint:
    "Wer dein Passwort kennt, kann sich trotzdem nicht anmelden: Dazu braucht es einen Code, den eine App auf deinem Telefon anzeigt.",
  required: "In dieser Organisation brauchst du einen Passkey oder einen zweiten Faktor.",
  isOn: "Er ist eingeschaltet seit",
  setUp: "Einrichten",
  turnOff: "Ausschalten",
  turnOffQuestion: "Den zweiten Faktor ausschalten?",
  turnOffText: "Dann genügt dein Passwort zum Anmelden. Deine Wiederherstellungscodes gelten nicht mehr.",
  turnedOff: "Der zweite Faktor ist ausgeschaltet",
  scan: "Scanne das mit einer Authenticator-App, etwa der für Passwörter auf deinem Telefon.",
  qr: "QR-Code für die App",
  type: "Oder tipp das ein:",
  code: "Code",
  codeHint: "Die sechs Ziffern, die die App gerade anzeigt.",
  turnOn: "Einschalten",
  codesLeft: (count) =>
    plural(count, {
      one: "Es ist noch # Wiederherstellungscode übrig.",
      other: "Es sind noch # Wiederherstellungscodes übrig.",
    }),
  codesHint: "Jeder lässt dich einmal hinein, falls du die App verlierst.",
  newCodes: "Neue Wiederherstellungscodes",
  newCodesQuestion: "Neue Wiederherstellungscodes erstellen?",
  newCodesText: "Die, die du hast, gelten dann nicht mehr.",
  make: "Erstellen",
  keepCodes:
    "Bewahre diese Codes sicher auf. Jeder lässt dich einmal hinein, falls du die App verlierst. Sie werden nur jetzt angezeigt.",
  copy: "Kopieren",
  copied: "Kopiert",
  download: "Herunterladen",
  print: "Drucken",
  fileName: "wiederherstellungscodes.txt",
  kept: "Ich habe sie aufbewahrt",
  servicesHint: "Melde dich mit einem Konto an, das du anderswo hast.",
  linked: "Verknüpft",
  serviceOff: "Damit meldet sich hier gerade niemand an: Der Dienst ist ausgeschaltet.",
  link: (service) => `Mit ${service} verknüpfen`,
  unlink: "Verknüpfung lösen",
  unlinkQuestion: (service) => `Die Verknüpfung mit ${service} lösen?`,
  unlinkText: (service) =>
    `Du meldest dich dann anders an. Wenn ${service} sagt, dass deine E-Mail-Adresse von hier dir gehört, verknüpft eine Anmeldung dort beides wieder.`,
  unlinked: "Die Verknüpfung ist gelöst",
};
