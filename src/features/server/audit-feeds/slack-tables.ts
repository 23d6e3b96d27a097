import { type AuditAction, auditActions } from "../../trust/audit-log/public.ts";

const actions = Object.entries(auditActions) as [AuditAction, (typeof auditActions)[AuditAction]][];

/** The name of an action in Slack's audit API, where it has the same one. */
export const slackNameOf = (action: string): string =>
  (auditActions as Partial<Record<string, { readonly slack?: string }>>)[action]?.slack ?? action;

/** The actions that are meant by a name, ours or Slack's. */
export const actionsMeant = (name: string): string[] =>
  actions.filter(([action, { slack }]) => action === name || slack === name).map(([action]) => action);

/** The names of all actions by area, in the form of Slack's `GET /actions`. */
export function actionTable(nameOf: (action: string) => string): { actions: Record<string, string[]> } {
  const table: Record<string, string[]> = {};
  for (const [action] of actions) {
    const area = action.slice(0, action.indexOf("."));
    const names = table[area] ?? [];
    const name = nameOf(action);
    table[area] = names.includes(name) ? names : [...names, name];
  }
  return { actions: table };
}

const named = (type: string) => ({ type, [type]: { id: "string", name: "string" } });

/** The kinds of things that entries are about, in the form of Slack's `GET /schemas`. */
export const schemaTable = {
  schemas: [
    { type: "workspace", workspace: { id: "string", name: "string", domain: "string" } },
    { type: "user", user: { id: "string", name: "string", email: "string", team: "string" } },
    {
      type: "app",
      app: {
        ...{ id: "string", name: "string" },
        ...{ is_distributed: "boolean", is_directory_approved: "boolean", scopes: "array" },
      },
    },
    ...["usergroup", "channel", "topic", "message", "file", "invitation", "emoji", "export", "import"].map(named),
  ],
};
