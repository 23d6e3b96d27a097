import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, raise } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { everyone } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { channelIndex } from "../channels/channels.ts";
import type { Description } from "../channels/description.ts";
import { type FolderData, type FolderObject, folderAdded, foldersReordered, folderUpdated } from "./events.ts";
import { allFolders, type FolderRow, insertFolder, setPositions, updateFolder } from "./rows.ts";

const key = cacheKey<readonly FolderRow[]>("channel-folders");

/** All channel folders in order, including archived ones. */
export const foldersOf = (realm: Realm): readonly FolderRow[] => realm.cached(key, () => allFolders.all(realm.sql, {}));

export const folderObject = ({ position, is_archived, ...folder }: FolderRow): FolderObject => ({
  ...folder,
  order: position,
  is_archived: is_archived === 1,
});

export const accessFolder = (realm: Realm, id: number): FolderRow =>
  foldersOf(realm).find((each) => each.id === id) ?? raise(badRequest("Invalid channel folder ID"));

/** Returns a folder that isn't archived, so that a channel can be moved into it. */
export function accessActiveFolder(realm: Realm, id: number): FolderRow {
  const folder = accessFolder(realm, id);
  if (folder.is_archived === 1) throw badRequest("Invalid channel folder ID");
  return folder;
}

export function addFolder(realm: Realm, actor: Actor, given: { name: string; description: Description }): FolderRow {
  checkCount(foldersOf(realm).length + 1, limits.organization.channel_folders, "channel folders");
  const name = checkName(given.name);
  checkNameIsFree(realm, name);
  const { text: description, html: rendered_description } = given.description;
  const folder = insertFolder.one(realm.sql, {
    ...{ name, description, rendered_description },
    date_created: realm.seconds(),
    creator_id: actor.user_id,
  });
  auditOrganization(realm, "organization.folder_changed", { what: "added", name });
  realm.forget(key);
  realm.emit(folderAdded({ channel_folder: folderObject(folder) }), everyone);
  return folder;
}

interface FolderChange {
  readonly name?: string | undefined;
  readonly description?: Description | undefined;
  readonly is_archived?: boolean | undefined;
}

export function changeFolder(realm: Realm, folder: FolderRow, change: FolderChange): void {
  const data = changedFields(folder, change);
  if (Object.keys(data).length === 0) return;
  const { id } = folder;
  const { name = folder.name, is_archived = folder.is_archived === 1 } = data;
  const { description = folder.description, rendered_description = folder.rendered_description } = data;
  // Archived folders can have the same name.
  if (!is_archived) checkNameIsFree(realm, name, id);
  if (is_archived && isInUse(realm, folder)) {
    throw badRequest("You need to remove all the channels from this folder to archive it.");
  }
  const details = { what: "changed", before: folder.name, after: name, is_archived };
  auditOrganization(realm, "organization.folder_changed", details);
  updateFolder.run(realm.sql, { id, name, description, rendered_description, is_archived: Number(is_archived) });
  realm.forget(key);
  realm.emit(folderUpdated({ channel_folder_id: id, data }), everyone);
}

function changedFields(folder: FolderRow, { name, description, is_archived }: FolderChange): FolderData {
  const data: FolderData = {};
  const checked = name === undefined ? folder.name : checkName(name);
  if (checked !== folder.name) data.name = checked;
  if (description !== undefined && description.text !== folder.description) {
    Object.assign(data, { description: description.text, rendered_description: description.html });
  }
  if (is_archived !== undefined && is_archived !== (folder.is_archived === 1)) data.is_archived = is_archived;
  return data;
}

const isInUse = (realm: Realm, { id }: FolderRow) =>
  [...channelIndex(realm).byId.values()].some((channel) => channel.folder_id === id && channel.is_archived === 0);

export function orderFolders(realm: Realm, ids: readonly number[]): void {
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b).join();
  if (sorted(ids) !== sorted(foldersOf(realm).map(({ id }) => id))) throw badRequest("Invalid order mapping");
  auditOrganization(realm, "organization.folder_changed", { what: "ordered" });
  setPositions.run(realm.sql, { ids: JSON.stringify(ids) });
  realm.forget(key);
  realm.emit(foldersReordered({ order: [...ids] }), everyone);
}

function checkName(text: string): string {
  const name = text.trim();
  const max = lengthLimits.max_channel_folder_name_length;
  if (name === "") throw badRequest("Channel folder name can't be empty.");
  if ([...name].length > max) throw badRequest(`name is too long (limit: ${max} characters)`);
  const wrong = [...name].findIndex((character) => /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(character));
  if (wrong >= 0) throw badRequest(`Invalid character in channel folder name, at position ${wrong + 1}.`);
  return name;
}

function checkNameIsFree(realm: Realm, name: string, self?: number): void {
  const isTaken = foldersOf(realm).some(
    (other) => other.id !== self && other.is_archived === 0 && nameKey(other.name) === nameKey(name),
  );
  if (isTaken) throw badRequest("Channel folder name already in use");
}
