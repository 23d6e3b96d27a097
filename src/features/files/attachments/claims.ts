import type { ChannelId, ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import { type AttachmentObject, attachmentObjects } from "./attachment-object.ts";
import { type Attachment, expectClaim, removeAttachment, tellClaims } from "./attachments.ts";
import * as rows from "./rows.ts";

export interface ClaimingMessage {
  readonly id: MessageId;
  readonly sent_at: Seconds;
  readonly conversation_id: ConversationId;
  /** Null for direct messages. */
  readonly channel_id: ChannelId | null;
}

/** Notes that a message links to files, which its readers may then have too. */
export function claim(realm: Realm, message: ClaimingMessage, files: readonly Attachment[]): void {
  const { id, sent_at, conversation_id: conversation, channel_id } = message;
  const is_direct = channel_id === null;
  for (const file of files) {
    rows.insertClaim.run(realm.sql, { attachment: file.id, message: id, sent_at, is_direct, conversation });
    keep(realm, file);
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
  for (const file of left) rows.deleteClaim.run(realm.sql, { attachment: file.id, message: message.id });
  claim(
    realm,
    message,
    files.filter(({ id }) => !known.has(id)),
  );
  const unclaimed = letGo(realm, left);
  for (const file of left) tellClaims(realm, file);
  return attachmentObjects(
    realm,
    unclaimed.filter(({ owner_id }) => owner_id === editor),
  );
}

/** Notes that messages have come into the conversation of another channel, with their claims. */
export const moveClaims = (realm: Realm, messages: readonly MessageId[], conversation: ConversationId): void =>
  rows.moveClaims.run(realm.sql, { messages: JSON.stringify(messages), conversation });

/** Ends the claims of messages that are deleted. A file goes with the last message that links to it. */
export function releaseClaims(realm: Realm, messages: readonly MessageId[]): void {
  const files = claimedBy(realm, messages);
  if (files.length === 0) return;
  rows.deleteClaimsOfMessages.run(realm.sql, { messages: JSON.stringify(messages) });
  for (const file of files) {
    if (isWanted(realm, file)) tellClaims(realm, file);
    else removeAttachment(realm, file);
  }
}

/** Keeps files for a message that is to be sent later, and no others; none, once it is sent or dropped. */
export function holdFiles(realm: Realm, scheduled: number, files: readonly Attachment[]): void {
  const before = rows.attachmentsHeld.all(realm.sql, { scheduled });
  if (before.length > 0) rows.deleteHolds.run(realm.sql, { scheduled });
  for (const file of files) {
    rows.insertHold.run(realm.sql, { scheduled, attachment: file.id });
    keep(realm, file);
  }
  letGo(realm, before);
}

function keep(realm: Realm, { id, unclaimed_since }: Attachment): void {
  if (unclaimed_since !== null) rows.setUnclaimed.run(realm.sql, { id, since: null });
}

/** From when nothing wants a file its time runs; returns those of some files. */
function letGo(realm: Realm, files: readonly Attachment[]): Attachment[] {
  const unwanted = files.filter((file) => !isWanted(realm, file));
  for (const { id } of unwanted) rows.setUnclaimed.run(realm.sql, { id, since: realm.seconds() });
  if (unwanted.length > 0) expectClaim(realm);
  return unwanted;
}

const isWanted = (realm: Realm, { id }: Attachment): boolean =>
  rows.isWanted.one(realm.sql, { attachment: id }).wanted === 1;

const claimedBy = (realm: Realm, messages: readonly MessageId[]): Attachment[] =>
  rows.attachmentsOfMessages.all(realm.sql, { messages: JSON.stringify(messages) });
