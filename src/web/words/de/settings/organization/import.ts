import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { importWords } from "../../../settings/organization/import.ts";

/** A duration such as "etwa 3 Minuten". */
function about(seconds: number): string {
  if (seconds < 60) return "weniger als eine Minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return plural(minutes, { one: "etwa 1 Minute", other: "etwa # Minuten" });
  return plural(Math.round(minutes / 60), { one: "etwa 1 Stunde", other: "etwa # Stunden" });
}

export const imports: Translation<typeof importWords> = {
  lead: "Importiere Personen, Kanäle und Nachrichten aus Zulip, Slack, Mattermost oder einem anderen Parley.",
  steps: { choose: "Wählen", read: "Lesen", upload: "Hochladen", check: "Prüfen", import: "Importieren" },
  stepsName: "Schritte",

  file: "Exportdatei",
  chooseFile: "Datei wählen",
  otherFile: "Andere Datei wählen",
  change: "Angaben ändern",
  dropHere: "Oder leg sie hier ab.",
  takes: ".tar.gz von Zulip, .zip von Slack oder Mattermost (oder dessen .jsonl), .tar von Parley.",
  private:
    "Exporte anderer Programme werden in diesem Browser gelesen. Passwörter, Schlüssel und Tokens darin verlassen deinen Rechner nicht: Hochgeladen wird nur, was Teil der Organisation wird.",
  whereFrom: "So bekommst du einen Export",
  sources: {
    zulip: [
      "Zulip",
      "Einstellungen der Organisation, Datenexporte; oder ./manage.py export auf dem Server. Ab Version 8.",
    ],
    slack: [
      "Slack",
      "Workspace-Einstellungen, Daten importieren/exportieren, Exportieren. Private Channels brauchen einen Export aller Daten.",
    ],
    mattermost: ["Mattermost", "mmctl export create --attachments, dann mmctl export download."],
    parley: ["Parley", "parley export auf dem Server, oder Export in den Einstellungen."],
  },
  kinds: { zulip: "Zulip", slack: "Slack", mattermost: "Mattermost", parley: "Parley" },

  needsHttps: "Eine sichere Verbindung ist nötig",
  needsHttpsText:
    "Browser können Archive nur auf https-Seiten lesen und prüfen. Öffne die Organisation über ihre https-URL, oder verwende den Befehl.",
  byCommand: "Du kannst auch mit parley import im Terminal importieren. Siehe docs/moving.md.",

  finding: (name: string) => `${name} wird geprüft …`,
  recognised: (kind: string) => `Export von ${kind}`,
  unknown: "Diese Datei lässt sich nicht importieren",
  unknownText: (name: string) =>
    `${name} ist kein Export von Zulip, Slack, Mattermost oder Parley. Wähle die Datei, wie du sie heruntergeladen hast, ohne sie zu entpacken.`,
  otherThanBegun: "Das ist eine andere Datei",
  otherThanBegunText: (name: string, chosen: string) =>
    `Hochgeladen wird gerade ${name}, und ${chosen} ist nicht dieselbe Datei. Wähle ${name}, oder brich das Hochladen ab.`,
  begunElsewhere: "Dieses Hochladen wurde anderswo begonnen",
  changed: "Die Datei wurde diesmal anders gelesen",
  changedText:
    "Browser oder Parley haben sich geändert, seit das Hochladen begonnen hat. Brich das Hochladen ab, und fang neu an.",
  team: "Team, das importiert wird",
  teamHint: "Dieser Export hat mehrere Teams. Direktnachrichten gehören zu keinem Team und werden nicht importiert.",
  willConvert:
    "Die Datei wird in diesem Browser gelesen und umgewandelt. Du siehst den Inhalt, bevor etwas hochgeladen wird.",
  read: "Datei lesen",
  people: {
    title: "Personen ohne E-Mail-Adresse und aus anderen Workspaces",
    domain: "E-Mail-Domain",
    domainHint:
      "Personen ohne E-Mail-Adresse bekommen ihren Benutzernamen bei dieser Domain. Bleibt das Feld leer, können sie sich nicht anmelden.",
    domainExample: "example.org",
    list: "Liste der Personen",
    listHint:
      "Eine Person pro Zeile: ID oder Benutzername im Export, E-Mail-Adresse und wahlweise ein Name, mit Kommas getrennt. Geht dem Export vor.",
    strangers: "Personen aus anderen Workspaces",
    deactivated: "Deaktivierte Konten",
    guests: "Gäste",
    token:
      "Mit einem Slack-Token holt parley import auch E-Mail-Adressen, Benutzergruppen, Emoji, Dateien und Profilbilder.",
  },
  reading: (kind: string) => `Der Export von ${kind} wird gelesen`,
  readSteps: {
    unpacking: "Entpacken",
    "reading what people have read": "Lesestatus wird gelesen",
    "reading messages": "Nachrichten werden gelesen",
    "writing messages": "Nachrichten werden geschrieben",
    messages: "Nachrichten werden geschrieben",
    conversations: "Unterhaltungen werden gelesen",
  },
  begins: "Wird gestartet …",
  stop: "Anhalten",
  failures: {
    archive: "Die Datei lässt sich nicht verwenden",
    room: "Nicht genug Platz",
    storage: "Dieser Browser kann nicht importieren",
    file: "Die Datei lässt sich nicht mehr lesen",
    fault: "Die Datei konnte nicht gelesen werden",
  },
  failureTexts: {
    room: "Das Entpacken braucht auf diesem Rechner ein Mehrfaches der Größe der Datei, und der Browser hat nicht mehr Platz. Schaffe Platz, oder verwende einen anderen Rechner.",
    storage:
      "Er hat kein privates Dateisystem, oder nicht in dieser Art Fenster. Verwende einen aktuellen Chrome, Edge, Firefox oder Safari, und kein privates Fenster.",
    file: "Die Datei wurde geändert, verschoben oder gelöscht, nachdem du sie gewählt hast. Wähle sie noch einmal.",
    fault:
      "Lade die Seite neu und versuche es noch einmal. Wenn das nicht hilft, verwende den Befehl: Er zeigt mehr Details.",
  },

  ready: (kind: string, version: string) => `Gelesen: ${kind}${version === "" ? "" : ` ${version}`}`,
  readyText: (size: string) =>
    `Noch wurde nichts hochgeladen. Hochzuladen sind ${size}. Der Server prüft dann alles, bevor sich etwas ändert.`,
  upload: "Hochladen",
  holds: "Inhalt",
  files: (count: number, size: string) => `${plural(count, { one: "1 Datei", other: "# Dateien" })}, ${size}`,
  secrets: "Mit Hashes von Passwörtern und Schlüsseln",
  noSecrets: "Ohne Passwörter und Schlüssel",

  uploading: "Hochladen",
  uploaded: (sent: string, whole: string) => `${sent} von ${whole}`,
  left: (seconds: number) => `noch ${about(seconds)}`,
  stayHere:
    "Lass diese Seite offen. Wenn sie sich schließt, wähle dieselbe Datei noch einmal: Das Hochladen geht weiter, wo es aufgehört hat.",
  waiting: "Der Server ist beschäftigt. Neuer Versuch …",
  offline: "Du bist offline. Das Hochladen geht weiter, sobald du wieder verbunden bist.",
  stopped: "Hochladen angehalten",
  goOn: "Fortsetzen",
  giveUp: "Hochladen abbrechen",
  giveUpAsk: "Dieses Hochladen abbrechen?",
  giveUpText: "Die hochgeladenen Daten werden gelöscht. Deine Organisation ändert sich nicht.",

  unfinished: "Unvollständiges Hochladen",
  unfinishedHere: (name: string, size: string) =>
    `Wähle ${name} (${size}) noch einmal: Das Hochladen geht weiter, wo es aufgehört hat.`,
  unfinishedElsewhere:
    "Es wurde in einem anderen Browser oder im Terminal begonnen und kann nur dort weitergehen. Hier kannst du es verfolgen oder abbrechen.",
  parts: (received: number, all: number) =>
    `${number(received)} von ${plural(all, { one: "1 Teil", other: "# Teilen" })}`,
  allThere: "Hochladen abgeschlossen",
  allThereText: "Das ganze Archiv ist hochgeladen. Der Server kann es jetzt prüfen.",
  check: "Archiv prüfen",

  checking: "Archiv wird geprüft …",
  checkingText: "Noch ändert sich nichts. Du kannst diese Seite schließen.",
  running: "Wird importiert …",
  runningText: "Du kannst diese Seite schließen. Bis der Import fertig ist, können sich nur Besitzer anmelden.",
  phaseOf: (done: number, total: number) => `${number(done)} von ${number(total)}`,
  stepLeft: (seconds: number) => `${about(seconds)} für diesen Schritt`,
  cancel: "Import abbrechen",
  cancelAsk: "Import abbrechen und rückgängig machen?",
  cancelText:
    "Alles bisher Importierte wird entfernt, und die Organisation ist wie zuvor. Das Archiv muss dann neu hochgeladen werden.",
  cancelAction: "Abbrechen und rückgängig machen",
  undoing: "Import wird rückgängig gemacht …",
  undoingText: "Die Organisation wird wiederhergestellt. Bis dahin können sich nur Besitzer anmelden.",
  cancelled: "Der letzte Import wurde abgebrochen. Die Organisation ist wie zuvor.",

  checked: "Das Archiv kann importiert werden",
  checkedText: "Noch hat sich nichts geändert. Der Import würde bringen:",
  whatHappens: "Wie es weitergeht",
  happens: [
    "Bis der Import fertig ist, können sich nur Besitzer anmelden. Für 100.000 Nachrichten dauert er etwa eine Minute.",
    "Konten mit derselben E-Mail-Adresse werden zusammengeführt und behalten das Passwort, das sie hier haben.",
    "Niemand bekommt eine E-Mail oder eine Benachrichtigung.",
    "Am Ende laden alle offenen Clients die Organisation neu.",
    "Du kannst abbrechen, bis er fertig ist; danach nicht mehr.",
  ],
  start: "Importieren",

  failed: "Import fehlgeschlagen",
  failedCheck: "Das Archiv kann nicht importiert werden",
  checkAgain: "Noch einmal prüfen",
  failedText:
    "Was bisher importiert wurde, bleibt. Du kannst fortsetzen, wo der Import stehen geblieben ist, oder ihn rückgängig machen.",
  failedCheckText: "Geändert hat sich nichts.",

  done: "Import abgeschlossen",
  next: "Nächste Schritte",
  nextPeople:
    "Alle melden sich mit der E-Mail-Adresse an, die sie hatten: über „Passwort vergessen?“ auf der Anmeldeseite, oder mit einem Anmeldedienst.",
  nextSecrets: "Alle melden sich an wie bisher: Das Archiv enthielt ihre Passwörter.",
  nextLook: "Prüfe die Kanäle, und wer Besitzer oder Administrator ist.",
  address: "URL",
  nextTell: "Teile dann die URL dieser Organisation:",
  toPeople: "Personen",
  toChannels: "Kanäle",
  forget: "Bericht entfernen",

  full: "Diese Organisation hat schon Nachrichten",
  fullText:
    "Ein Import kann keinen Verlauf vor vorhandenen Nachrichten einfügen. Erstelle dafür eine neue Organisation.",
  notReached: "Der Server antwortet nicht. Das ist der letzte bekannte Stand.",

  report: "Bericht",
  fromFile: "Aus der Datei",
  onServer: "Auf dem Server",
  kind: "Was",
  inFile: "Im Export",
  arrives: "Wird importiert",
  arrived: "Importiert",
  leftOut: (count: number) =>
    plural(count, {
      one: "1 Eintrag wurde ausgelassen oder geändert",
      other: "# Einträge wurden ausgelassen oder geändert",
    }),
  nothingLeftOut: "Nichts wurde ausgelassen.",
  times: (count: number) => `${number(count)} ×`,
  download: "Bericht herunterladen",

  tables: {
    organization: "Organisation",
    users: "Personen und Bots",
    profile_fields: "Eigene Profilfelder",
    profile_values: "Werte von Profilfeldern",
    groups: "Gruppen",
    custom_emoji: "Eigene Emoji",
    linkifiers: "Linkifier",
    playgrounds: "Code-Playgrounds",
    domains: "Domains",
    channel_folders: "Kanalordner",
    channels: "Kanäle",
    default_channel_groups: "Gruppen von Standardkanälen",
    bots: "Einstellungen von Bots",
    bot_commands: "Befehle von Bots",
    subscriptions: "Abonnements",
    files: "Dateien",
    "copying files": "Dateien",
    messages: "Nachrichten",
    reactions: "Reaktionen",
    submessages: "Abstimmungen und Aufgaben",
    flags: "Markierungen",
    unread: "Ungelesene Nachrichten",
    read_state: "Lesestatus",
    topic_preferences: "Gefolgte und stummgeschaltete Themen",
    muted_users: "Stummgeschaltete Personen",
    alert_words: "Signalwörter",
    drafts: "Entwürfe",
    saved_snippets: "Textbausteine",
    scheduled_messages: "Geplante Nachrichten",
    reminders: "Erinnerungen",
    navigation_views: "Navigation",
    onboarding_steps: "Erste Schritte",
    bot_storage: "Speicher von Bots",
    presence: "Zuletzt gesehen",
    passkeys: "Passkeys",
    second_factors: "Zwei-Faktor-Authentifizierung",
    recovery_codes: "Wiederherstellungscodes",
    external_logins: "Verknüpfte Konten",
    "direct conversations": "Direktnachrichten",
    finishing: "Abschluss",
    undoing: "Rückgängig machen",
  },
  otherTables: "Anderes",
};
