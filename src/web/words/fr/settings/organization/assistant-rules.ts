import type { Translation } from "../../../catalog.ts";
import type { assistantRulesWords } from "../../../settings/organization/assistant-rules.ts";

export const assistantRules: Translation<typeof assistantRulesWords> = {
  rows: {
    assistants_min_approval: "Ce qui est toujours approuvé",
    assistant_clients: "Programmes autorisés",
    assistant_origins: "Sites web qui peuvent se connecter",
    assistants_may_use_api_keys: "Autoriser les clés d’API personnelles",
    audit_assistant_reads: "Consigner ce que lisent les assistants",
  },
  people: "Personnes",
  programs: "Programmes et sites web",
  auditLog: "Journal d’audit",
  approvalHint: "Chacun peut choisir des règles plus strictes pour chaque assistant.",
  approvals: {
    none: "Selon le choix de chacun",
    writes: "Chaque message",
    all: "Chaque message, réaction et autre changement",
  },
  clientsHint:
    "Un hôte par ligne, par exemple claude.ai. Saisissez localhost pour les programmes de son propre ordinateur. Laissez vide pour tout autoriser.",
  originsHint: "Une adresse par ligne, par exemple https://tools.example.com.",
  keysHint: "Une clé d’API peut faire sans demander tout ce que peut son propriétaire.",
  readsHint: "Chaque réponse est consignée avec ses conversations, jamais avec leurs messages.",
};
