import type { ImportRow } from "../rows.ts";

type MessageRange = Pick<ImportRow, "before_message" | "first_message" | "last_message">;

/** What is added to the archive's ids of messages. */
export const messageOffset = ({ first_message, before_message }: MessageRange): number =>
  first_message === 0 ? 0 : before_message + 1 - first_message;

/** The ids that messages of the archive have from now on. */
export const messageRange = ({ before_message, first_message, last_message }: MessageRange) => ({
  first: before_message + 1,
  last: before_message + 1 + Math.max(0, last_message - first_message),
});
