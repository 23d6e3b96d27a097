import type { aboutWords } from "../about.ts";
import type { Translation } from "../catalog.ts";

export const about: Translation<typeof aboutWords> = {
  lead: (realm) => `${realm} spricht über Parley, einen kleinen Server für Teams.`,
  version: "Version",
  level: (level) => `Funktionsstand ${level}`,
  api: "Schnittstelle für Programme",
  licenses: "Gemacht mit diesen Bibliotheken, Symbolen und Schriften",
  vitals: "Wie es ihm geht",
  connection: "Verbindung",
  queue: "Ereignisschlange",
  lastEvent: "Letztes Ereignis",
  leads: "Dieser Tab holt die Ereignisse",
  messages: "Nachrichten im Speicher",
  waiting: "Nachrichten, die warten",
  people: "Personen",
  channels: "Kanäle",
  elements: "Elemente der Seite",
  heap: "Speicher der Skripte",
  latency: "Dauer einer Antwort",
  storage: "Auf diesem Gerät",
  measure: "Messen",
  yes: "ja",
  no: "nein",
};
