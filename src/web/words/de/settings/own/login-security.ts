import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { devicesWords, loginSecurityWords, recentLoginsWords } from "../../../settings/own/login-security.ts";

export const loginSecurity: Translation<typeof loginSecurityWords> = {
  rows: {
    passkeys: "Passkeys",
    secondFactor: "Zwei-Faktor-Authentifizierung",
    recoveryCodes: "Wiederherstellungscodes",
    services: "Verknüpfte Konten",
  },
  passkeysHint:
    "Melde dich mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel an statt mit einem Passwort. Passkeys lassen sich nicht erraten oder abfangen.",
  noPasskeys: "Noch keine Passkeys",
  notHere: "Passkeys sind in diesem Browser oder unter dieser Adresse nicht verfügbar.",
  addPasskey: "Passkey hinzufügen",
  passkeyName: "Name",
  passkeyNameHint: "Damit du ihn später wiedererkennst, etwa „Arbeitslaptop“.",
  made: "Erstellt",
  used: "zuletzt benutzt",
  notUsed: "noch nicht benutzt",
  rename: "Umbenennen",
  save: "Speichern",
  remove: "Entfernen",
  removeQuestion: (name) => `Passkey „${name}“ entfernen?`,
  removeText:
    "Damit kannst du dich nicht mehr anmelden. Dein Gerät bietet ihn vielleicht weiter an, bis du ihn auch dort entfernst.",
  removed: "Passkey entfernt",
  added: "Passkey hinzugefügt",
  secondFactorHint: "Zusätzlich zum Passwort wird ein Code aus einer App auf deinem Telefon verlangt.",
  required: "Deine Organisation verlangt einen Passkey oder Zwei-Faktor-Authentifizierung.",
  isOn: "Eingeschaltet seit",
  setUp: "Einrichten",
  turnOff: "Ausschalten",
  turnOffQuestion: "Zwei-Faktor-Authentifizierung ausschalten?",
  turnOffText: "Zum Anmelden genügt dann dein Passwort. Deine Wiederherstellungscodes gelten nicht mehr.",
  turnedOff: "Zwei-Faktor-Authentifizierung ausgeschaltet",
  scan: "Scanne das mit einer Authenticator-App, etwa der für Passwörter auf deinem Telefon.",
  qr: "QR-Code für die App",
  type: "Oder gib diesen Schlüssel ein:",
  code: "Code",
  codeHint: "Die 6 Ziffern, die die App gerade anzeigt.",
  turnOn: "Einschalten",
  codesLeft: (count) =>
    plural(count, {
      one: "Noch # Wiederherstellungscode",
      other: "Noch # Wiederherstellungscodes",
    }),
  codesHint: "Wenn du dein Telefon verlierst, meldet dich jeder Code einmal an.",
  newCodes: "Neue Wiederherstellungscodes",
  newCodesQuestion: "Neue Wiederherstellungscodes erstellen?",
  newCodesText: "Deine jetzigen Codes gelten dann nicht mehr.",
  make: "Codes erstellen",
  keepCodes:
    "Bewahre diese Codes sicher auf. Wenn du dein Telefon verlierst, meldet dich jeder einmal an. Du siehst sie nicht noch einmal.",
  copy: "Kopieren",
  copied: "Kopiert",
  download: "Herunterladen",
  print: "Drucken",
  fileName: "wiederherstellungscodes.txt",
  kept: "Ich habe sie gespeichert",
  servicesHint: "Melde dich mit dem Konto eines anderen Dienstes an.",
  linked: "Verknüpft",
  serviceOff: "Deine Organisation hat diese Anmeldemethode ausgeschaltet.",
  link: (service) => `Mit ${service} verknüpfen`,
  unlink: "Verknüpfung lösen",
  unlinkQuestion: (service) => `Verknüpfung mit ${service} lösen?`,
  unlinkText: (service) =>
    `Mit ${service} kannst du dich dann nicht mehr anmelden. Wenn ${service} bestätigt, dass deine E-Mail-Adresse dir gehört, verknüpft eine Anmeldung dort beides wieder.`,
  unlinked: "Verknüpfung gelöst",
};

export const devices: Translation<typeof devicesWords> = {
  rows: {
    endSessions: "Überall sonst abmelden",
    endKeys: "Alle API-Schlüssel widerrufen",
    newKey: "Neuer API-Schlüssel …",
  },
  browsers: "Browser",
  browsersHint: "Browser, in denen du angemeldet bist. Eine Abmeldung gilt sofort.",
  noBrowsers: "Du bist in keinem Browser angemeldet.",
  keys: "Apps und API-Schlüssel",
  keysHint: "Jede App und jedes Skript hat einen eigenen Schlüssel.",
  noKeys: "Keine Apps oder API-Schlüssel",
  nameless: { sessions: "Unbekannter Browser", api_keys: "App oder Skript" },
  thisOne: "Dieser Browser",
  used: (day: string) => `Zuletzt verwendet: ${day}`,
  since: (day: string) => `Angemeldet: ${day}`,
  logOut: "Hier abmelden",
  endSession: "Abmelden",
  endKey: "Widerrufen",
  ended: (client: string) => `${client} abgemeldet`,
  endedAll: "Überall sonst abgemeldet",
  endSessionsAsk: "Alle anderen Browser abmelden?",
  endSessionsText:
    "Nur dieser Browser bleibt angemeldet. Entwürfe und nicht gesendete Nachrichten, die nur ein anderer Browser hat, werden dort gelöscht.",
  endKeysAsk: "Alle API-Schlüssel widerrufen?",
  endKeysText: "Alle deine Apps und Skripte müssen sich neu anmelden.",
  you: "deinem Konto",
  newKey: "Neuer API-Schlüssel",
  newKeyText:
    "Für ein Skript oder eine App, die sich nicht selbst anmelden kann. Deine anderen Schlüssel gelten weiter.",
  makeKey: "Schlüssel erstellen",
  password: "Dein Passwort",
};

export const recentLogins: Translation<typeof recentLoginsWords> = {
  rows: { recent: "Letzte Anmeldungen" },
  hint: "Anmeldungen bei deinem Konto und Änderungen daran, wie du dich anmeldest. Wenn du etwas nicht wiedererkennst, ändere dein Passwort.",
  none: "Noch keine Anmeldungen",
  older: "Ältere anzeigen",
  by: (name: string) => `durch ${name}`,
  actions: {
    login: {
      succeeded: "Angemeldet",
      failed: "Anmeldung fehlgeschlagen",
      ended: "Abgemeldet",
      ended_by_other: "Überall abgemeldet durch andere",
      key_renewed: "API-Schlüssel ersetzt",
      attempts_forgotten: "Neue Anmeldeversuche erlaubt",
      key_ended: "API-Schlüssel widerrufen",
    },
    password: {
      changed: "Passwort geändert",
      link_made: "Link für ein neues Passwort erstellt",
    },
    second_factor: {
      set_up: "Zwei-Faktor-Authentifizierung eingeschaltet",
      removed: "Zwei-Faktor-Authentifizierung ausgeschaltet",
      recovery_code_used: "Wiederherstellungscode verwendet",
      recovery_codes_made: "Neue Wiederherstellungscodes erstellt",
    },
    passkey: {
      added: "Passkey hinzugefügt",
      removed: "Passkey entfernt",
    },
    external_login: {
      linked: "Konto verknüpft",
      unlinked: "Verknüpfung aufgehoben",
    },
  },
};
