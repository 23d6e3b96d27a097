import * as v from "valibot";
import type { Realm } from "../../realm/realm.ts";
import { type Attachment, claimsOf } from "./rows.ts";

/** A file as its owner sees it (seed 2.4). Times are in milliseconds. */
export const attachmentSchema = v.strictObject({
  id: v.number(),
  name: v.string(),
  path_id: v.string(),
  size: v.number(),
  create_time: v.number(),
  messages: v.array(v.strictObject({ id: v.number(), date_sent: v.number() })),
});

export type AttachmentObject = v.InferOutput<typeof attachmentSchema>;

export function attachmentObjects(realm: Realm, rows: readonly Attachment[]): AttachmentObject[] {
  const messages = new Map<number, AttachmentObject["messages"]>(rows.map(({ id }) => [id, []]));
  for (const claim of claimsOf.all(realm.sql, { ids: JSON.stringify(rows.map(({ id }) => id)) })) {
    messages.get(claim.attachment_id)?.push({ id: claim.message_id, date_sent: claim.sent_at * 1000 });
  }
  return rows.map(({ id, name, path_id, size, created_at }) => ({
    id,
    name,
    path_id,
    size,
    create_time: created_at,
    messages: messages.get(id) ?? [],
  }));
}
