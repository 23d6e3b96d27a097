import { catalog } from "../../catalog.ts";

export const assistantRulesWords = catalog("assistantRules", {
  rows: {
    assistants_min_approval: "What people always approve",
    assistant_clients: "Allowed programs",
    assistant_origins: "Websites that can connect",
    assistants_may_use_api_keys: "Let assistants use people's own API keys",
    audit_assistant_reads: "Record what assistants read",
  },
  people: "People",
  programs: "Programs and websites",
  auditLog: "Audit log",
  approvalHint: "People can choose stricter rules for each assistant.",
  approvals: {
    none: "Whatever they choose",
    writes: "Every message",
    all: "Every message, reaction and other change",
  },
  clientsHint:
    "One host per line, for example claude.ai. Enter localhost for programs on people's own computers. Leave this empty to allow any.",
  originsHint: "One address per line, for example https://tools.example.com.",
  keysHint: "An API key can do everything that its owner can, without asking.",
  readsHint: "Each answer is recorded with its conversations, never with their messages.",
});
