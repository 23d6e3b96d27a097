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
  lead: "Hol Personen, Kanäle und Nachrichten aus Zulip, Slack, Mattermost oder einem anderen Parley in diese Organisation.",
  steps: { choose: "Wählen", read: "Lesen", upload: "Hochladen", check: "Prüfen", import: "Importieren" },
  stepsName: "Schritte",

  file: "Der Export",
  chooseFile: "Datei wählen",
  otherFile: "Andere Datei wählen",
  change: "Angaben ändern",
  dropHere: "Oder leg sie hier ab.",
  takes: "Eine .tar.gz von Zulip, eine .zip von Slack oder Mattermost (oder dessen .jsonl), oder eine .tar von Parley.",
  private:
    "Der Export eines anderen Programms wird in diesem Browser gelesen. Passwörter, Schlüssel und Tokens darin verlassen deinen Rechner nicht: Hochgeladen wird nur, was Teil der Organisation wird.",
  whereFrom: "Woher du sie bekommst",
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
    parley: ["Parley", "npm run export auf dem Server, oder Exporte in den Einstellungen."],
  },
  kinds: { zulip: "Zulip", slack: "Slack", mattermost: "Mattermost", parley: "Parley" },

  needsHttps: "Diese Seite wurde nicht über eine sichere Verbindung geöffnet",
  needsHttpsText:
    "Browser lesen und prüfen Archive nur auf Seiten mit https. Öffne die Organisation mit ihrer https-Adresse, oder nimm den Befehl.",
  byCommand: "Am Terminal geht dasselbe mit npm run import; docs/operating.md beschreibt es.",

  finding: (name: string) => `${name} wird angesehen…`,
  recognised: (kind: string) => `Ein Export von ${kind}`,
  unknown: "Das ist kein Export, der umziehen kann",
  unknownText: (name: string) =>
    `${name} ist weder von Zulip noch von Slack, Mattermost oder Parley. Wähl die Datei, wie sie heruntergeladen wurde: nicht entpackt.`,
  otherThanBegun: "Das ist eine andere Datei",
  otherThanBegunText: (name: string, chosen: string) =>
    `Begonnen wurde mit ${name}, und ${chosen} ist nicht dieselbe Datei. Wähl jene, oder gib das Hochladen auf.`,
  begunElsewhere: "Dieses Hochladen hat anderswo begonnen",
  changed: "Die Datei wird jetzt anders gelesen",
  changedText: "Browser oder Programm sind andere als zu Beginn des Hochladens. Gib es auf, und fang neu an.",
  team: "Welches Team umzieht",
  teamHint: "Dieser Export hat mehrere. Direktnachrichten nennen kein Team und bleiben dann zurück.",
  willConvert:
    "Sie wird hier im Browser gelesen und in die Form gebracht, in der sie hochgeladen wird. Du siehst, was darin ist, bevor etwas gesendet wird.",
  read: "Datei lesen",
  people: {
    title: "Personen ohne Adresse und aus anderen Workspaces",
    domain: "E-Mail-Domain",
    domainHint:
      "Personen ohne Adresse bekommen ihren Benutzernamen bei dieser Domain. Bleibt das Feld leer, können sie sich nicht anmelden.",
    domainExample: "example.org",
    list: "Liste der Personen",
    listHint:
      "Je Person eine Zeile: ID oder Benutzername aus dem Export, E-Mail-Adresse und, wenn gewünscht, ein Name, mit Kommas dazwischen. Sie geht dem vor, was der Export sagt.",
    strangers: "Personen aus anderen Workspaces",
    deactivated: "Deaktivierte Konten",
    guests: "Gäste",
    token:
      "Mit einem Token von Slack holt npm run import auch Adressen, Benutzergruppen, Emoji, Dateien und Profilbilder.",
  },
  reading: (kind: string) => `Der Export von ${kind} wird gelesen`,
  readSteps: {
    unpacking: "Entpacken",
    "reading what people have read": "Was gelesen ist, wird gelesen",
    "reading messages": "Nachrichten werden gelesen",
    "writing messages": "Nachrichten werden geschrieben",
    messages: "Nachrichten werden geschrieben",
    conversations: "Unterhaltungen werden gelesen",
  },
  begins: "Es beginnt…",
  stop: "Anhalten",
  failures: {
    archive: "Die Datei lässt sich nicht verwenden",
    room: "Der Platz reicht nicht",
    storage: "Dieser Browser kann das nicht",
    file: "Die Datei lässt sich nicht mehr lesen",
    fault: "Das Lesen ist misslungen",
  },
  failureTexts: {
    room: "Das Entpacken braucht auf diesem Rechner ein Mehrfaches der Datei, und der Browser hat nicht mehr. Mach Platz, oder nimm einen anderen Rechner.",
    storage:
      "Er hat kein privates Dateisystem, oder nicht in dieser Art Fenster. Ein aktueller Chrome, Edge, Firefox oder Safari hat eines; in privaten Fenstern fehlt es oft.",
    file: "Sie wurde geändert, verschoben oder gelöscht, nachdem sie gewählt war. Wähl sie noch einmal.",
    fault: "Vielleicht hilft es, die Seite neu zu laden. Sonst sagt der Befehl mehr.",
  },

  ready: (kind: string, version: string) => `Gelesen: ${kind}${version === "" ? "" : ` ${version}`}`,
  readyText: (size: string) =>
    `Gesendet wurde noch nichts. Hochzuladen sind ${size}; der Server prüft dann alles, bevor sich etwas ändert.`,
  upload: "Hochladen",
  holds: "Was darin ist",
  files: (count: number, size: string) => `${plural(count, { one: "1 Datei", other: "# Dateien" })}, ${size}`,
  secrets: "Mit Passwörtern und Schlüsseln, als Hashes",
  noSecrets: "Ohne Passwörter und Schlüssel",

  uploading: "Hochladen",
  uploaded: (sent: string, whole: string) => `${sent} von ${whole}`,
  left: (seconds: number) => `noch ${about(seconds)}`,
  stayHere:
    "Lass diese Seite offen. Schließt sie sich doch, wähl dieselbe Datei noch einmal: Was der Server hat, wird nicht noch einmal gesendet.",
  waiting: "Der Server nimmt gerade nichts an. Es wird wieder versucht.",
  offline: "Es gibt keine Verbindung. Sobald es eine gibt, geht es weiter.",
  stopped: "Das Hochladen ist stehen geblieben",
  goOn: "Weitermachen",
  giveUp: "Aufgeben",
  giveUpAsk: "Dieses Hochladen aufgeben?",
  giveUpText: "Was hochgeladen ist, wird verworfen. Die Organisation bleibt, wie sie ist.",

  unfinished: "Ein Hochladen ist nicht zu Ende",
  unfinishedHere: (name: string, size: string) =>
    `Wähl ${name} (${size}) noch einmal: Es geht mit dem weiter, was fehlt.`,
  unfinishedElsewhere:
    "Es hat in einem anderen Browser oder mit dem Befehl begonnen und kann nur dort weitergehen. Hier kannst du zusehen oder es aufgeben.",
  parts: (received: number, all: number) =>
    `${number(received)} von ${plural(all, { one: "1 Teil", other: "# Teilen" })}`,
  allThere: "Alles ist da",
  allThereText: "Das ganze Archiv ist hochgeladen. Der Server kann es prüfen.",
  check: "Prüfen",

  checking: "Der Server prüft das Archiv",
  checkingText: "Noch ändert sich nichts, und diese Seite darf geschlossen werden.",
  running: "Die Organisation zieht um",
  runningText:
    "Diese Seite darf geschlossen werden: Der Server macht allein weiter. Bis er fertig ist, kommen nur Besitzer herein.",
  phaseOf: (done: number, total: number) => `${number(done)} von ${number(total)}`,
  stepLeft: (seconds: number) => `${about(seconds)} für diesen Schritt`,
  cancel: "Import abbrechen",
  cancelAsk: "Den Import zurücknehmen?",
  cancelText:
    "Was schon geschrieben ist, wird zurückgenommen, und die Organisation ist wie zuvor. Das Archiv muss dann neu hochgeladen werden.",
  cancelAction: "Zurücknehmen",
  undoing: "Der Import wird zurückgenommen",
  undoingText: "Die Organisation wird, wie sie vorher war. Bis dahin kommen nur Besitzer herein.",
  cancelled: "Der letzte Import wurde abgebrochen. Die Organisation ist wie zuvor.",

  checked: "Das Archiv kann importiert werden",
  checkedText: "Noch hat sich nichts geändert. Das würde der Server daraus machen:",
  whatHappens: "Was dann geschieht",
  happens: [
    "Bis es fertig ist, kommen nur Besitzer herein. Für 100.000 Nachrichten dauert das etwa eine Minute.",
    "Konten mit derselben Adresse werden eines und behalten das Passwort, das sie hier haben.",
    "Niemand bekommt eine Mail oder eine Benachrichtigung.",
    "Am Ende laden alle offenen Clients die Organisation neu.",
    "Abbrechen geht, bis es fertig ist; danach nicht mehr.",
  ],
  start: "Importieren",

  failed: "Der Import ist fehlgeschlagen",
  failedCheck: "Das Archiv kann nicht importiert werden",
  checkAgain: "Noch einmal prüfen",
  failedText:
    "Was schon geschrieben ist, bleibt. Es kann weitergehen, wo es stehen geblieben ist, oder zurückgenommen werden.",
  failedCheckText: "Geändert hat sich nichts.",

  done: "Die Organisation ist umgezogen",
  next: "Was als Nächstes zu tun ist",
  nextPeople:
    "Alle melden sich mit der Adresse an, die sie hatten: über „Passwort vergessen?“ auf der Anmeldeseite, oder mit einem Anmeldedienst.",
  nextSecrets: "Alle melden sich an wie bisher: Das Archiv hatte ihre Passwörter.",
  nextLook: "Sieh die Kanäle durch, und wer Besitzer oder Administrator ist.",
  address: "Adresse",
  nextTell: "Dann sag allen die Adresse dieser Organisation:",
  toPeople: "Personen",
  toChannels: "Kanäle",
  forget: "Diesen Bericht entfernen",

  full: "Diese Organisation kann keinen Import mehr aufnehmen",
  fullText:
    "Hier ist schon geschrieben worden, und der Verlauf eines Imports lässt sich nicht davorsetzen. Leg dafür eine neue Organisation an.",
  notReached: "Der Server antwortet gerade nicht. So stand es zuletzt.",

  report: "Bericht",
  fromFile: "Aus der Datei",
  onServer: "Auf dem Server",
  kind: "Was",
  inFile: "Im Export",
  arrives: "Kommt mit",
  arrived: "Angekommen",
  leftOut: (count: number) =>
    plural(count, { one: "1 Sache blieb weg oder ist anders", other: "# Sachen blieben weg oder sind anders" }),
  nothingLeftOut: "Nichts blieb weg.",
  times: (count: number) => `${number(count)} ×`,
  download: "Bericht herunterladen",

  tables: {
    organization: "Organisation",
    users: "Personen und Bots",
    profile_fields: "Profilfelder",
    profile_values: "Angaben in Profilen",
    groups: "Gruppen",
    custom_emoji: "Eigene Emoji",
    linkifiers: "Verlinker",
    playgrounds: "Code-Spielplätze",
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
    submessages: "Abstimmungen und Listen",
    flags: "Sterne und andere Markierungen",
    unread: "Ungelesene Nachrichten",
    read_state: "Was gelesen ist",
    topic_preferences: "Gefolgte und stumme Themen",
    muted_users: "Stummgeschaltete Personen",
    alert_words: "Signalwörter",
    drafts: "Entwürfe",
    saved_snippets: "Gespeicherte Texte",
    scheduled_messages: "Geplante Nachrichten",
    reminders: "Erinnerungen",
    navigation_views: "Navigation",
    onboarding_steps: "Erste Schritte",
    bot_storage: "Was Bots sich merken",
    presence: "Zuletzt gesehen",
    passkeys: "Passkeys",
    second_factors: "Zweite Faktoren",
    recovery_codes: "Wiederherstellungscodes",
    external_logins: "Verknüpfte Anmeldungen",
    "direct conversations": "Direkte Unterhaltungen",
    finishing: "Abschluss",
    undoing: "Zurücknehmen",
  },
  otherTables: "Anderes",
};
