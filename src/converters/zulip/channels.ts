import { lengthLimits } from "../../protocol/limits.ts";
import { channelPermissionNames } from "../../protocol/permission-settings.ts";
import { UniqueNames } from "../unique-names.ts";
import { permissionsIn } from "./groups.ts";
import { postersByPolicy } from "./policies.ts";
import type { Row } from "./row.ts";
import { settingOf } from "./settings.ts";
import type { ZulipImport } from "./source.ts";

/** Prefix that older versions put before the names of archived channels. The digits are the start of a hash. */
const ARCHIVED = /^(?:[0-9a-f]{7})?!+DEACTIVATED:/;

/** Registers all channels, before any row refers to them. */
export async function findChannels(source: ZulipImport): Promise<void> {
  for await (const row of source.rows("zerver_stream", { as: "channels" })) {
    const id = row.id();
    if (id === undefined) source.leaveOut(row, "channels: no id");
    else source.channels.set(id, { isHistoryShared: isHistoryShared(row) });
  }
}

const isHistoryShared = (row: Row) =>
  row.flag("invite_only") !== true || row.flag("history_public_to_subscribers") === true;

/** Writes the channels and their folders. On name conflicts, channels that aren't archived keep their names. */
export async function convertChannels(source: ZulipImport): Promise<void> {
  for await (const row of source.rows("zerver_channelfolder", { as: "channel_folders" }))
    await convertFolder(source, row);
  const defaults = new Set<number>();
  for await (const row of source.rows("zerver_defaultstream")) {
    const id = source.channelIn(row, "stream");
    if (id === undefined) source.leaveOut(row, "unknown channel");
    else defaults.add(id);
  }
  const names = new UniqueNames(lengthLimits.max_stream_name_length);
  const archived: Row[] = [];
  const convert = async (row: Row) => {
    const id = row.id();
    if (id === undefined) return;
    await convertChannel(source, row, { id, names, isDefault: defaults.has(id) });
  };
  for await (const row of source.rows("zerver_stream")) {
    if (row.flag("deactivated") === true) archived.push(row);
    else await convert(row);
  }
  for (const row of archived) await convert(row);
}

async function convertFolder(source: ZulipImport, row: Row): Promise<void> {
  const id = row.id();
  if (id === undefined) return source.leaveOut(row, "channel_folders: no id");
  const created = row.past("date_created", source.conversion.now);
  const folder = {
    id,
    name: row.text("name") ?? "",
    description: row.text("description") ?? "",
    creator_id: source.userIn(row, "creator") ?? null,
    ...(created !== undefined && { date_created: created }),
    order: Math.max(0, row.integer("order") ?? 0),
    is_archived: row.flag("is_archived") === true,
  };
  if (await source.write("channel_folders", folder, row.place)) source.folders.add(id);
}

async function convertChannel(
  source: ZulipImport,
  row: Row,
  { id, names, isDefault }: { readonly id: number; readonly names: UniqueNames; readonly isDefault: boolean },
): Promise<void> {
  const isArchived = row.flag("deactivated") === true;
  const name = row.text("name") ?? "";
  const topics = settingOf(row, "topics_policy");
  const folder = row.id("folder");
  const days = row.integer("message_retention_days");
  if (folder !== undefined && !source.folders.has(folder)) source.leaveOut(row, "channels: unknown folder");
  const written = await source.write(
    "channels",
    {
      id,
      name: names.give(isArchived ? name.replace(ARCHIVED, "") : name, `channel ${id}`),
      description: [...(row.text("description") ?? "")].slice(0, lengthLimits.max_stream_description_length).join(""),
      creator_id: source.userIn(row, "creator") ?? null,
      date_created: row.past("date_created", source.conversion.now) ?? 0,
      invite_only: row.flag("invite_only") === true,
      is_web_public: row.flag("is_web_public") === true,
      is_archived: isArchived,
      history_public_to_subscribers: isHistoryShared(row),
      message_retention_days: days !== undefined && days >= -1 && days !== 0 ? days : null,
      folder_id: folder !== undefined && source.folders.has(folder) ? folder : null,
      ...(typeof topics === "string" && { topics_policy: topics }),
      is_default: isDefault && !isArchived,
      default_push_notifications: row.flag("default_push_notifications") === true,
      permissions: permissionsOf(source, row),
    },
    row.place,
  );
  if (!written) source.channels.delete(id);
}

function permissionsOf(source: ZulipImport, row: Row) {
  const permissions = permissionsIn(source, row, channelPermissionNames);
  const posters = source.systemGroup(postersByPolicy(row));
  if (!row.has("can_send_message_group") && posters !== undefined) permissions.can_send_message_group = posters;
  return permissions;
}
