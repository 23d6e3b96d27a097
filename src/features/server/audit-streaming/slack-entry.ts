import type { EntryObject } from "../../trust/audit-log/entry-object.ts";

/** The organization as a workspace in Slack's API. */
interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

/** Returns an entry in the form of Slack's audit API. `action` is Slack's name for it, or ours. */
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
 * Returns an entity's fields under Slack's name of its type. For some types, Slack reports more than this log records.
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
