import { unpacked } from "../../../database/stored.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { AttachmentObject } from "./events.ts";
import { type Attachment, newestClaims } from "./rows.ts";

/** Maximum messages listed per file, newest first. Very many messages may link to a file. */
const MAX_LISTED = 100;
/** Maximum messages listed in one response, for all its files. */
const MAX_LISTED_IN_ALL = 20_000;

export function attachmentObjects(realm: Realm, rows: readonly Attachment[]): AttachmentObject[] {
  const most = Math.max(1, Math.min(MAX_LISTED, Math.floor(MAX_LISTED_IN_ALL / rows.length)));
  const claims = newestClaims.all(realm.sql, { ids: JSON.stringify(rows.map(({ id }) => id)), most });
  const messages = new Map(claims.map((one) => [one.attachment_id, one.messages]));
  return rows.map(({ id, name, path_id, size, created_at }) => ({
    id,
    name,
    path_id,
    size,
    create_time: created_at,
    messages: unpacked<AttachmentObject["messages"]>(messages.get(id) ?? "[]"),
  }));
}
