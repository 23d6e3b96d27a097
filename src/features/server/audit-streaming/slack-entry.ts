import { type AuditAction, auditActions } from "../../trust/audit-log/actions.ts";
import { entityTypes } from "../../trust/audit-log/audit.ts";
import type { EntryObject } from "../../trust/audit-log/entry-object.ts";

/** Slack's names for the actions that are in Slack's audit log, too. */
const SLACK_NAMES = new Map<string, string>(
  Object.entries({
    "login.succeeded": "user_login",
    "login.failed": "user_login_failed",
    "login.ended": "user_logout",
    "login.ended_by_other": "user_session_reset_by_admin",
    "user.created": "user_created",
    "user.joined": "user_created",
    "user.deactivated": "user_deactivated",
    "user.reactivated": "user_reactivated",
    "user.email_changed": "user_email_updated",
    "bot.created": "app_installed",
    "channel.created": "public_channel_created",
    "channel.archived": "public_channel_archive",
    "channel.unarchived": "public_channel_unarchive",
    "channel.renamed": "channel_renamed",
    "channel.retention_changed": "channel_retention_changed",
    "message.deleted_by_other": "message_tombstoned",
    "report.made": "message_flagged",
    "organization.emoji_added": "emoji_added",
    "organization.emoji_removed": "emoji_removed",
    "export.started": "manual_export_started",
    "export.finished": "manual_export_completed",
    "export.downloaded": "manual_export_downloaded",
    "export.deleted": "manual_export_deleted",
    "assistant.client_registered": "app_installed",
    "assistant.scopes_changed": "app_scopes_expanded",
    "assistant.revoked": "app_uninstalled",
  } satisfies Partial<Record<AuditAction, string>>),
);

/** Returns Slack's name for an action, or Parley's if Slack has no such action. */
export const slackNameOf = (action: string): string => SLACK_NAMES.get(action) ?? action;

/** Returns the actions with a name, which can be Parley's or Slack's. */
export const actionsMeant = (name: string): string[] =>
  auditActions.filter((action) => action === name || SLACK_NAMES.get(action) === name);

/** Returns the names of all actions by area, in the form of Slack's `GET /actions`. */
export function actionTable(nameOf: (action: string) => string): { actions: Record<string, string[]> } {
  const table: Record<string, string[]> = {};
  for (const action of auditActions) {
    const area = action.slice(0, action.indexOf("."));
    const names = table[area] ?? [];
    const name = nameOf(action);
    table[area] = names.includes(name) ? names : [...names, name];
  }
  return { actions: table };
}

const TEXTS = { id: "string", name: "string" };

/** Form of the entities that have more than an id and a name. */
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

/** Converts an entry to the form of Slack's audit API. `action` is Slack's or Parley's name for the action. */
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
