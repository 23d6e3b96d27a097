import { sendFiles } from "../support/files.ts";
import type { Person, Reply } from "../support/person.ts";
import { png } from "../support/pictures.ts";

/** Sends a small picture as a file of a form. */
export const sendPicture = (who: Person, path: string): Promise<Reply> =>
  sendFiles(who, path, [new File([png()], "picture.png", { type: "image/png" })]);
