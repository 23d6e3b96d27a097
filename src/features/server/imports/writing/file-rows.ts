import { statement } from "../../../../database/statement.ts";
import type { Milliseconds, Seconds } from "../../../../util/time.ts";

export const insertAttachment = statement<
  {
    owner: number;
    path_id: string;
    name: string;
    content_type: string;
    size: number;
    created_at: Milliseconds;
    unclaimed_since: Seconds;
  },
  { id: number }
>(
  `INSERT INTO attachments (owner_id, path_id, name, content_type, size, created_at, width, height, animated, unclaimed_since)
   VALUES (:owner, :path_id, :name, :content_type, :size, :created_at, NULL, NULL, 0, :unclaimed_since) RETURNING id`,
);
/** The kind of the lists of messages that link to a file, and so open it to their readers. */
export const LINKS = "links of a file";
export const countFiles = statement<{ owner: number }, { count: number }>(
  "SELECT count(*) AS count FROM attachments WHERE owner_id = :owner",
);
export const setImage = statement<{
  id: number;
  content_type: string;
  width: number | null;
  height: number | null;
  animated: boolean;
}>(
  `UPDATE attachments SET content_type = :content_type, width = :width, height = :height, animated = :animated WHERE id = :id`,
);
export const deleteAttachment = statement<{ id: number }>("DELETE FROM attachments WHERE id = :id");
/** Files that messages link to are kept as long as these. */
export const markClaimed = statement(
  `UPDATE attachments SET unclaimed_since = NULL WHERE unclaimed_since IS NOT NULL
   AND EXISTS (SELECT 1 FROM attachment_claims c WHERE c.attachment_id = attachments.id)`,
);
export const setAnimated = statement<{ id: number; animated: boolean; file: string }>(
  "UPDATE custom_emoji SET animated = :animated, file = :file WHERE id = :id",
);
export const deleteEmoji = statement<{ id: number }>("DELETE FROM custom_emoji WHERE id = :id");
export const setNoPicture = statement<{ id: number; hash: string }>(
  "UPDATE users SET avatar_source = 'G', avatar_hash = :hash WHERE id = :id",
);
export const emailOf = statement<{ id: number }, { delivery_email: string }>(
  "SELECT delivery_email FROM users WHERE id = :id",
);
