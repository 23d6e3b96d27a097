import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { fileId, filePlace, pictureRow } from "../../../realm/archive-io/reading.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import { emojiFileKeys } from "./custom-emoji.ts";

const emojiMember = (id: number): string => `files/emoji/${id}`;
const stillMember = (id: number): string => `files/emoji/${id}-still`;
const fileReading = { from: "custom_emoji t", key: ["id"], columns: ["file"] };

export const emojiArchive: FeatureArchive = {
  tables: ["custom_emoji"],
  parts: [
    part({
      table: "files",
      name: "emoji",
      place: filePlace.emoji,
      reading: fileReading,
      row(row, context) {
        const id = row.number("id");
        const { key } = emojiFileKeys(context.realm.id, row.text("file"));
        return pictureRow(fileId(id, "emoji"), { member: emojiMember(id), key }, context);
      },
    }),
    part({
      table: "files",
      name: "stills",
      place: filePlace.still,
      reading: { ...fileReading, where: "t.animated = 1" },
      row(row, context) {
        const id = row.number("id");
        const { still } = emojiFileKeys(context.realm.id, row.text("file"));
        return pictureRow(fileId(id, "still"), { member: stillMember(id), key: still }, context);
      },
    }),
    part({
      table: "custom_emoji",
      reading: {
        from: "custom_emoji t",
        key: ["id"],
        columns: ["name", "file", "animated", "author_id", "deactivated"],
      },
      row(row, { hasFile }) {
        const id = row.number("id");
        // An emoji without a picture can't be shown.
        if (!hasFile(emojiMember(id))) return undefined;
        return {
          id,
          name: row.text("name"),
          author_id: row.number("author_id"),
          deactivated: row.flag("deactivated"),
          animated: row.flag("animated"),
          file: emojiMember(id),
          ...(hasFile(stillMember(id)) && { still: stillMember(id) }),
        };
      },
      write: writeEmoji,
    }),
  ],
  files: {
    emoji: {
      picture: "emoji",
      stillKey: (key, { file }) => key.replace(/[^/]+$/, (last) => `still/${file || last}`),
      settle(writing, id, copied, { file = "" }) {
        const { realm } = writing;
        const image = "problem" in copied ? null : copied.image;
        if (image === null) {
          // Reactions that use the emoji are then left out, too.
          writing.removeId("emoji", id);
          writing.tookBack("custom_emoji");
        }
        if (!writing.writes) return;
        if (image === null) deleteEmoji.run(realm.sql, { id });
        else setAnimated.run(realm.sql, { id, animated: image.animated, file });
      },
    },
  },
};

const EMOJI_NAME = /^[0-9a-z.\-_]+(?<![.\-_])$/;
const NAMES = "names of custom emoji";

function writeEmoji(writing: ImportContext, row: ArchiveRow<"custom_emoji">): string | undefined {
  const { realm, noted } = writing;
  if (writing.id("emoji", row.id) !== undefined) return LeftOut.twice;
  if (!EMOJI_NAME.test(row.name)) return "custom emoji of a name that emoji cannot have";
  const number = noted.number("emoji", () => countEmoji.one(realm.sql, {}).count);
  if (number >= limits.organization.custom_emoji) return LeftOut.tooMany;
  if (writing.hasFile(row.file)) return LeftOut.twice;
  noted.set("emoji", number + 1);
  const file = writing.secretName(row.file).slice(0, 20);
  const author = writing.id("user", row.author_id) ?? writing.importer;
  const isInUse = emojiInUse.first(realm.sql, { name: row.name }) !== undefined;
  const isTaken = !row.deactivated && (isInUse || noted.find(NAMES, row.name) !== undefined);
  if (isTaken)
    writing.leftOut("custom emoji that are deactivated, since another one has their name", `emoji ${row.id}`);
  const deactivated = row.deactivated || isTaken;
  if (!deactivated) noted.take(NAMES, row.name);
  const target = writing.made(
    "emoji",
    row.id,
    () => insertEmoji.one(realm.sql, { name: row.name, file, author, deactivated }).id,
  );
  const { key, still } = emojiFileKeys(realm.id, file);
  writing.addFile({ member: row.file, kind: "emoji", target, key, about: { file } });
  // If the archive has no still picture, it is generated from the animated one.
  const member = row.still ?? `${row.file} still`;
  writing.addFile({ member, kind: "still", target, key: still, about: "done" });
  return undefined;
}

const insertEmoji = statement<{ name: string; file: string; author: number; deactivated: boolean }, { id: number }>(
  `INSERT INTO custom_emoji (name, file, animated, author_id, deactivated)
   VALUES (:name, :file, 0, :author, :deactivated) RETURNING id`,
);
const emojiInUse = statement<{ name: string }, { id: number }>(
  "SELECT id FROM custom_emoji WHERE name = :name AND deactivated = 0",
);
const countEmoji = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM custom_emoji");
const setAnimated = statement<{ id: number; animated: boolean; file: string }>(
  "UPDATE custom_emoji SET animated = :animated, file = :file WHERE id = :id",
);
const deleteEmoji = statement<{ id: number }>("DELETE FROM custom_emoji WHERE id = :id");
