import type { Words } from "../en.ts";

export const about: Words["about"] = {
  lead: (realm) => `${realm} spricht über Parley, einen kleinen Server für Teams.`,
  version: "Version",
  level: (level) => `Funktionsstand ${level}`,
  api: "Schnittstelle für Programme",
  vitals: "Wie es ihm geht",
  connection: "Verbindung",
  queue: "Ereignisschlange",
  lastEvent: "Letztes Ereignis",
  leads: "Dieser Tab holt die Ereignisse",
  messages: "Nachrichten im Speicher",
  waiting: "Nachrichten, die warten",
  people: "Leute",
  channels: "Kanäle",
  elements: "Elemente der Seite",
  heap: "Speicher der Skripte",
  latency: "Dauer einer Antwort",
  storage: "Auf diesem Gerät",
  measure: "Messen",
  yes: "ja",
  no: "nein",
};
