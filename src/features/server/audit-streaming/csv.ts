import type { EntryObject } from "../../trust/audit-log/entry-object.ts";

const COLUMNS = [
  ...["id", "at", "action", "result"],
  ...["actor_type", "actor_id", "actor_name", "actor_email", "entity_type", "entity_id", "entity_name"],
  ...["ip", "ua", "details"],
];

/** Formats a cell so that programs don't interpret it as a formula or as several cells. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const line = (cells: readonly unknown[]) => `${cells.map(cell).join(",")}\r\n`;

export const csvHead = line(COLUMNS);

export const csvLine = ({ id, at, action, result, actor, entity, context, details }: EntryObject): string =>
  line([
    ...[id, at, action, result],
    ...[actor.type, actor.id, actor.name, actor.email, entity.type, entity.id, entity.name],
    ...[context["ip_address"], context["ua"], JSON.stringify(details)],
  ]);
