import type { FoundFile, ReadingContext } from "./reading.ts";

/** All kinds of files share one table. Their ids are the row ids times four, plus the kind. */
const KINDS = ["upload", "avatar", "emoji", "still"] as const;
export const fileId = (id: number, kind: (typeof KINDS)[number]): number => id * KINDS.length + KINDS.indexOf(kind);

/** Read order of an archive's files. */
export const filePlace = { upload: 0, avatar: 1, emoji: 2, still: 3, picture: 4 } as const;

/** Creates the row of a picture. Rows of other tables refer to it by its member. */
export async function pictureRow(id: number, file: FoundFile, { addFile }: ReadingContext) {
  const content = await addFile(file);
  if (content === undefined) return undefined;
  const name = file.member.split("/").at(-1) ?? "";
  return { id, member: file.member, name, content_type: "image/*", ...content };
}
