import { type AuditAction, auditActions } from "../../trust/audit-log/actions.ts";
import { entityTypes } from "../../trust/audit-log/audit.ts";

const actions = Object.entries(auditActions) as [AuditAction, (typeof auditActions)[AuditAction]][];

/** Returns the name of an action in Slack's audit API, or our own name if Slack has no such action. */
export const slackNameOf = (action: string): string =>
  (auditActions as Partial<Record<string, { readonly slack?: string }>>)[action]?.slack ?? action;

/** Returns the actions with a name, ours or Slack's. */
export const actionsMeant = (name: string): string[] =>
  actions.filter(([action, { slack }]) => action === name || slack === name).map(([action]) => action);

/** Returns the names of all actions by area, in the form of Slack's `GET /actions`. */
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

const TEXTS = { id: "string", name: "string" };

/** Form of entities with more than an id and a name (`slack-entry.ts`). */
const FORMS: Readonly<Record<string, object>> = {
  user: { type: "user", user: { ...TEXTS, email: "string", team: "string" } },
  organization: { type: "workspace", workspace: { ...TEXTS, domain: "string" } },
  bot: { type: "app", app: { ...TEXTS, is_distributed: "boolean", is_directory_approved: "boolean", scopes: "array" } },
  group: { type: "usergroup", usergroup: TEXTS },
};

/** The kinds of entities in entries, in the form of Slack's `GET /schemas`. */
export const schemaTable = { schemas: entityTypes.map((type) => FORMS[type] ?? { type, [type]: TEXTS }) };
