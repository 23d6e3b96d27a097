import * as v from "valibot";
import { archiveLimits } from "../../../../archive/archive-limits.ts";
import { stored } from "../../../../database/stored.ts";
import { inSeconds, milliseconds } from "../../../../util/time.ts";
import { uploadKey } from "../../../files/attachments/public.ts";
import { emojiFileKeys } from "../../../organization/emoji/public.ts";
import { avatarKey } from "../../../organization/users/public.ts";
import { emojiMember, organizationReading, pictureFile, picturesIn, stillMember } from "./organization-sources.ts";
import { avatarMember } from "./people-sources.ts";
import { type FoundFile, type Source, type SourceContext, source } from "./source.ts";
import type { SourceRow } from "./source-row.ts";

const readLinks = stored(
  "attachment_claims",
  v.array(v.tuple([v.number(), v.number(), v.nullable(v.string())])),
  () => [],
);

/** The messages that link to a file, of those that the export has. */
const linksIn = (row: SourceRow, { filter }: SourceContext): number[] =>
  readLinks(row.text("links"))
    .filter(([message, conversation, members]) => filter.includesMessage(message, conversation, members))
    .map(([message]) => message);

/** Files of all kinds share one table, whose ids are those of their rows, four times apart. */
const KINDS = ["upload", "avatar", "emoji", "still"] as const;
const fileId = (id: number, kind: (typeof KINDS)[number]): number => id * KINDS.length + KINDS.indexOf(kind);
/** No row has the id 0, so that three ids are left for the organization's pictures. */
const PICTURE_IDS = { icon: 1, logo: 2, night_logo: 3 } as const;

/** A row for a picture, which rows of other tables name by its member. */
async function picture(id: number, file: FoundFile, { addFile }: SourceContext) {
  const content = await addFile(file);
  if (content === undefined) return undefined;
  const name = file.member.split("/").at(-1) ?? "";
  return { id, member: file.member, name, content_type: "image/*", ...content };
}

const emojiReading = { from: "custom_emoji t", key: ["id"], columns: ["file"] };

/** The files themselves are read for their digests, so that few of them are rows of one page. */
export const fileSources: readonly Source[] = [
  source({
    table: "files",
    name: "attachments",
    reads: ["attachments", "attachment_claims"],
    atOnce: 20,
    reading: {
      from: "attachments t",
      key: ["id"],
      columns: [
        ..."owner_id path_id name content_type created_at".split(" "),
        `(SELECT json_group_array(json_array(message_id, conversation_id, members)) FROM (
           SELECT l.message_id, l.conversation_id, c.members FROM attachment_claims l
           JOIN conversations c ON c.id = l.conversation_id
           WHERE l.attachment_id = t.id AND l.message_id <= :newest ORDER BY l.message_id LIMIT ${archiveLimits.links_of_file})) AS links`,
      ],
    },
    async row(row, context) {
      const links = linksIn(row, context);
      if (links.length === 0 && !context.filter.includesPrivateDataOf(row.number("owner_id"))) return undefined;
      const path_id = row.text("path_id");
      const member = `files/uploads/${row.number("id")}`;
      const content = await context.addFile({ member, key: uploadKey(path_id) });
      if (content === undefined) return undefined;
      return {
        id: fileId(row.number("id"), "upload"),
        member,
        name: row.text("name"),
        content_type: row.text("content_type"),
        ...content,
        owner_id: row.number("owner_id"),
        created_at: Math.floor(inSeconds(milliseconds(row.number("created_at")))),
        path_id,
        links,
      };
    },
  }),
  source({
    table: "files",
    name: "avatars",
    reads: [],
    reading: { from: "users t", where: "t.avatar_source = 'U'", key: ["id"], columns: ["avatar_hash"] },
    row(row, context) {
      const file = { member: avatarMember(row), key: avatarKey(context.realm.id, row.text("avatar_hash")) };
      return picture(fileId(row.number("id"), "avatar"), file, context);
    },
  }),
  source({
    table: "files",
    name: "emoji",
    reads: [],
    reading: emojiReading,
    row(row, context) {
      const id = row.number("id");
      const { key } = emojiFileKeys(context.realm.id, row.text("file"));
      return picture(fileId(id, "emoji"), { member: emojiMember(id), key }, context);
    },
  }),
  source({
    table: "files",
    name: "stills",
    reads: [],
    reading: { ...emojiReading, where: "t.animated = 1" },
    row(row, context) {
      const id = row.number("id");
      const { still } = emojiFileKeys(context.realm.id, row.text("file"));
      return picture(fileId(id, "still"), { member: stillMember(id), key: still }, context);
    },
  }),
  {
    table: "files",
    name: "pictures",
    reads: [],
    reading: organizationReading,
    async rows(row, context) {
      const made = [];
      for (const { name, file } of picturesIn(row)) {
        const one = await picture(PICTURE_IDS[name], pictureFile(context, name, file), context);
        if (one !== undefined) made.push(one);
      }
      return made;
    },
  },
];
