import { type AuditAction, auditActions } from "../../trust/audit-log/actions.ts";
import { entityTypes } from "../../trust/audit-log/audit.ts";
import type { EntryObject } from "../../trust/audit-log/entry-object.ts";

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

/** The organization, in the form of a Slack workspace. */
interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** Converts an entry to the form of Slack's audit API. `action` is Slack's name for the action, or ours. */
export function slackEntry(entry: EntryObject, action: string, workspace: Workspace) {
  const { id, date_create, actor, context, details, result } = entry;
  return {
    id: String(id),
    date_create,
    action,
    actor: { type: "user", user: userOf({ ...actor, id: String(actor.id ?? actor.type) }, workspace) },
    entity: entityOf(entry.entity, workspace),
    context: {
      location: { type: "workspace", ...workspace },
      ua: context["ua"] ?? null,
      ip_address: context["ip_address"] ?? null,
      session_id: context["session_id"] ?? null,
    },
    details: result === "success" ? details : { ...details, result },
  };
}

interface SlackEntity {
  readonly id: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

const userOf = ({ id, name = "", email = "" }: SlackEntity, { id: team }: Workspace) => ({ id, name, email, team });

/**
 * Returns an entity's fields under Slack's name for its type. Slack's fields that this log doesn't record are omitted
 * or empty.
 */
function entityOf({ type, ...entity }: SlackEntity & { readonly type: string }, workspace: Workspace) {
  const { id, name = "" } = entity;
  switch (type) {
    case "user":
      return { type, user: userOf(entity, workspace) };
    case "organization":
      return { type: "workspace", workspace };
    case "bot":
      return { type: "app", app: { id, name, is_distributed: false, is_directory_approved: false, scopes: [] } };
    case "group":
      return { type: "usergroup", usergroup: { id, name } };
    default:
      return { type, [type]: { id, name } };
  }
}
