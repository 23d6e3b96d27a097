import type { MessageId, UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { type AttachmentObject, attachmentObjects } from "./attachment-object.ts";
import { type Attachment, expectClaim, messagesWith, removeAttachment, tellClaims } from "./attachments.ts";
import { attachmentsOfMessages, deleteClaim, deleteClaimsOfMessages, insertClaim, setUnclaimed } from "./rows.ts";

export interface ClaimingMessage {
  readonly id: MessageId;
  /** Seconds. */
  readonly sent_at: number;
}

/** Notes that a message links to files, which its readers may then have too. */
export function claim(realm: Realm, { id, sent_at }: ClaimingMessage, files: readonly Attachment[]): void {
  for (const file of files) {
    insertClaim.run(realm.sql, { attachment: file.id, message: id, sent_at });
    if (file.unclaimed_since !== null) setUnclaimed.run(realm.sql, { id: file.id, since: null });
    tellClaims(realm, file);
  }
}

/**
 * Notes that a message has come to link to other files than before. Those of the editor's own that no message links to
 * any more are returned, for the editor to be asked whether they are to be deleted (seed 2.4).
 */
export function reclaim(
  realm: Realm,
  message: ClaimingMessage,
  { files, editor }: { readonly files: readonly Attachment[]; readonly editor: UserId },
): AttachmentObject[] {
  const before = claimedBy(realm, [message.id]);
  const wanted = new Set(files.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const left = before.filter(({ id }) => !wanted.has(id));
  for (const file of left) deleteClaim.run(realm.sql, { attachment: file.id, message: message.id });
  claim(
    realm,
    message,
    files.filter(({ id }) => !known.has(id)),
  );
  const unclaimed = left.filter((file) => messagesWith(realm, file).length === 0);
  for (const { id } of unclaimed) setUnclaimed.run(realm.sql, { id, since: realm.now() });
  if (unclaimed.length > 0) expectClaim(realm);
  for (const file of left) tellClaims(realm, file);
  return attachmentObjects(
    realm,
    unclaimed.filter(({ owner_id }) => owner_id === editor),
  );
}

/** Ends the claims of messages that are deleted. A file goes with the last message that links to it. */
export function releaseClaims(realm: Realm, messages: readonly MessageId[]): void {
  const files = claimedBy(realm, messages);
  if (files.length === 0) return;
  deleteClaimsOfMessages.run(realm.sql, { messages: JSON.stringify(messages) });
  for (const file of files) {
    if (messagesWith(realm, file).length === 0) removeAttachment(realm, file);
    else tellClaims(realm, file);
  }
}

const claimedBy = (realm: Realm, messages: readonly MessageId[]): Attachment[] =>
  attachmentsOfMessages.all(realm.sql, { messages: JSON.stringify(messages) });
