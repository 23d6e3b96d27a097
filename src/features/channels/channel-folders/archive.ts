import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { type FeatureArchive, tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import { type ImportContext, LeftOut, rewrittenLater } from "../../../realm/archive-io/writing.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { renderedDescription } from "../channels/archive-channels.ts";
import { foldersOf } from "./channel-folders.ts";
import type { FolderRow } from "./rows.ts";

export const folderArchive: FeatureArchive = {
  ...tableArchive("channel_folders", {
    rehearsed: "folder",
    reading: {
      key: ["id"],
      columns: ["name", "description", "creator_id", "date_created", 't.position AS "order"', "is_archived"],
    },
    write: writeFolder,
  }),
  finish(writing) {
    for (const { id, text } of rewrittenLater(
      writing,
      DESCRIPTIONS,
      lengthLimits.max_channel_folder_description_length,
    ))
      setDescription.run(writing.realm.sql, {
        ...{ id, description: text },
        rendered: renderedDescription(writing.realm, text),
      });
  },
};

const DESCRIPTIONS = "descriptions of folders";
const setDescription = statement<{ id: number; description: string; rendered: string }>(
  "UPDATE channel_folders SET description = :description, rendered_description = :rendered WHERE id = :id",
);

/** Writes a folder. If a folder with the same name exists, the archive's channels are added to it instead. */
function writeFolder(writing: ImportContext, row: ArchiveRow<"channel_folders">): string | undefined {
  const { realm } = writing;
  if (writing.id("folder", row.id) !== undefined) return LeftOut.twice;
  const name = row.name.replace(/\p{Cc}/gu, "").trim() || "imported";
  const imported = new Set(writing.ids("folder").values());
  const isSame = (folder: FolderRow) => folder.is_archived === 0 && nameKey(folder.name) === nameKey(name);
  const known = row.is_archived ? undefined : foldersOf(realm).find((one) => isSame(one) && !imported.has(one.id));
  if (known !== undefined) {
    writing.addId("folder", row.id, known.id);
    return undefined;
  }
  if (countFolders.one(realm.sql, {}).count >= limits.organization.channel_folders) return LeftOut.tooMany;
  const isDated = row.date_created !== undefined && writing.isPossible(row.date_created);
  const { id } = insertFolder.one(realm.sql, {
    name,
    description: row.description,
    rendered: renderedDescription(realm, row.description),
    date_created: isDated ? seconds(row.date_created ?? 0) : realm.seconds(),
    creator: writing.id("user", row.creator_id) ?? null,
    position: Math.min(row.order, 1_000_000),
    is_archived: row.is_archived,
  });
  writing.addId("folder", row.id, id);
  writing.later.put(DESCRIPTIONS, id, row.description);
  return undefined;
}

const insertFolder = statement<
  {
    name: string;
    description: string;
    rendered: string;
    date_created: Seconds;
    creator: number | null;
    position: number;
    is_archived: boolean;
  },
  { id: number }
>(
  `INSERT INTO channel_folders (name, description, rendered_description, date_created, creator_id, position, is_archived)
   VALUES (:name, :description, :rendered, :date_created, :creator, :position, :is_archived) RETURNING id`,
);
const countFolders = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM channel_folders");
