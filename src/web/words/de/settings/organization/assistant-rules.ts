import type { Translation } from "../../../catalog.ts";
import type { assistantRulesWords } from "../../../settings/organization/assistant-rules.ts";

export const assistantRules: Translation<typeof assistantRulesWords> = {
  rows: {
    assistants_min_approval: "Was immer bestätigt wird",
    assistant_clients: "Zugelassene Programme",
    assistant_origins: "Websites, die sich verbinden dürfen",
    assistants_may_use_api_keys: "Assistenten dürfen eigene API-Schlüssel nutzen",
    audit_assistant_reads: "Aufzeichnen, was Assistenten lesen",
  },
  people: "Personen",
  programs: "Programme und Websites",
  auditLog: "Audit-Protokoll",
  approvalHint: "Alle können für jeden Assistenten strengere Regeln wählen.",
  approvals: {
    none: "Was sie selbst wählen",
    writes: "Jede Nachricht",
    all: "Jede Nachricht, Reaktion und andere Änderung",
  },
  clientsHint:
    "Ein Host pro Zeile, zum Beispiel claude.ai. Mit localhost sind Programme auf dem eigenen Computer gemeint. Leer lassen, um alle zuzulassen.",
  originsHint: "Eine Adresse pro Zeile, zum Beispiel https://tools.example.com.",
  keysHint: "Ein API-Schlüssel darf ohne Rückfrage alles, was die Person darf.",
  readsHint: "Jede Antwort wird mit ihren Unterhaltungen aufgezeichnet, nie mit deren Nachrichten.",
};
