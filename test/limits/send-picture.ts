import { png, sendFiles } from "../support/files.ts";
import type { Person, Reply } from "../support/person.ts";

/** Sends a small picture as a file of a form. */
export const sendPicture = (who: Person, path: string): Promise<Reply> =>
  sendFiles(who, path, [new File([png()], "picture.png", { type: "image/png" })]);
