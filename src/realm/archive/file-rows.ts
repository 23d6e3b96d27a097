import type { FoundFile, ReadingContext } from "./reading.ts";

/** Files of all kinds share one table, whose ids are those of their rows, four times apart. */
const KINDS = ["upload", "avatar", "emoji", "still"] as const;
export const fileId = (id: number, kind: (typeof KINDS)[number]): number => id * KINDS.length + KINDS.indexOf(kind);

/** The order in which the files of an archive are read. */
export const filePlace = { upload: 0, avatar: 1, emoji: 2, still: 3, picture: 4 } as const;

/** A row for a picture, which rows of other tables name by its member. */
export async function pictureRow(id: number, file: FoundFile, { addFile }: ReadingContext) {
  const content = await addFile(file);
  if (content === undefined) return undefined;
  const name = file.member.split("/").at(-1) ?? "";
  return { id, member: file.member, name, content_type: "image/*", ...content };
}
