import type { ChannelId, ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import { attachmentObjects } from "./attachment-object.ts";
import { type Attachment, emitClaimsChanged, removeAttachment, scheduleUnclaimedRemoval } from "./attachments.ts";
import type { AttachmentObject } from "./events.ts";
import { fileUnlinkedHook } from "./hooks.ts";
import * as rows from "./rows.ts";

export interface ClaimingMessage {
  readonly id: MessageId;
  readonly sent_at: Seconds;
  readonly conversation_id: ConversationId;
  /** Null for direct messages. */
  readonly channel_id: ChannelId | null;
}

/** Records that a message links to files, which lets the message's readers open them. */
export function claim(realm: Realm, message: ClaimingMessage, files: readonly Attachment[]): void {
  const { id, sent_at, conversation_id: conversation, channel_id } = message;
  const is_direct = channel_id === null;
  for (const file of files) {
    rows.insertClaim.run(realm.sql, { attachment: file.id, message: id, sent_at, is_direct, conversation });
    markClaimed(realm, file);
    emitClaimsChanged(realm, file);
  }
}

/**
 * Updates the files an edited message links to. Returns the editor's own files that no message links to anymore; the
 * editor is asked whether to delete them (seed 2.4).
 */
export function reclaim(
  realm: Realm,
  message: ClaimingMessage,
  { files, editor }: { readonly files: readonly Attachment[]; readonly editor: UserId },
): AttachmentObject[] {
  const before = claimedBy(realm, [message.id]);
  const wanted = new Set(files.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const dropped = before.filter(({ id }) => !wanted.has(id));
  for (const file of dropped) rows.deleteClaim.run(realm.sql, { attachment: file.id, message: message.id });
  claim(
    realm,
    message,
    files.filter(({ id }) => !known.has(id)),
  );
  const unclaimed = markUnclaimed(realm, dropped);
  for (const file of dropped) {
    realm.run(fileUnlinkedHook, file);
    emitClaimsChanged(realm, file);
  }
  return attachmentObjects(
    realm,
    unclaimed.filter(({ owner_id }) => owner_id === editor),
  );
}

/** Moves the claims of messages that moved to another channel to that channel's conversation. */
export const moveClaims = (realm: Realm, messages: readonly MessageId[], conversation: ConversationId): void =>
  rows.updateClaims.run(realm.sql, { messages: JSON.stringify(messages), conversation });

/** Deletes the claims of deleted messages, and the files that nothing else links to. */
export function releaseClaims(realm: Realm, messages: readonly MessageId[]): void {
  const files = claimedBy(realm, messages);
  if (files.length === 0) return;
  rows.deleteClaimsOfMessages(realm, messages);
  for (const file of files) {
    if (isWanted(realm, file)) {
      realm.run(fileUnlinkedHook, file);
      emitClaimsChanged(realm, file);
    } else removeAttachment(realm, file);
  }
}

export const filesHeldFor = (realm: Realm, scheduled: number): Attachment[] =>
  rows.attachmentsHeld.all(realm.sql, { scheduled });

/** Sets the files held by a scheduled message. Pass an empty list once it is sent or deleted. */
export function holdFiles(realm: Realm, scheduled: number, files: readonly Attachment[]): void {
  const before = filesHeldFor(realm, scheduled);
  if (before.length > 0) rows.deleteHolds.run(realm.sql, { scheduled });
  for (const file of files) {
    rows.insertHold.run(realm.sql, { scheduled, attachment: file.id });
    markClaimed(realm, file);
  }
  markUnclaimed(realm, before);
}

/** Records which files a new version of a channel's page links to, and forgets the links of versions up to `forgotten`. */
export function linkFromPage(
  realm: Realm,
  page: { readonly channel: ChannelId; readonly version: number; readonly forgotten: number },
  files: readonly Attachment[],
): void {
  const { channel, version, forgotten } = page;
  for (const file of files) {
    rows.insertPageLink.run(realm.sql, { channel, version, attachment: file.id });
    markClaimed(realm, file);
  }
  const gone = rows.deletePageLinksUpTo.all(realm.sql, { channel, version: forgotten });
  const ids = JSON.stringify([...new Set(gone.map(({ attachment_id }) => attachment_id))]);
  if (gone.length > 0) markUnclaimed(realm, rows.attachmentsById.all(realm.sql, { ids }));
}

/** Returns the channels whose page links to a file, now or in a version of its history. */
export const pagesWith = (realm: Realm, { id: attachment }: Attachment): ChannelId[] =>
  rows.pagesWithLink.all(realm.sql, { attachment }).map(({ channel_id }) => channel_id);

/** Returns versions of channels' pages that link to a file, at most `most`. */
export const pageVersionsWith = (realm: Realm, { id: attachment }: Attachment, most: number) =>
  rows.pageVersionsWithLink.all(realm.sql, { attachment, most });

export const filesOfPage = (realm: Realm, channel: ChannelId, version: number): Attachment[] =>
  rows.attachmentsOfPage.all(realm.sql, { channel, version });

function markClaimed(realm: Realm, { id, unclaimed_since }: Attachment): void {
  if (unclaimed_since !== null) rows.setUnclaimed.run(realm.sql, { id, since: null });
}

/** Starts the retention period of those files that are unclaimed, and returns them. */
function markUnclaimed(realm: Realm, files: readonly Attachment[]): Attachment[] {
  const unwanted = files.filter((file) => !isWanted(realm, file));
  for (const { id } of unwanted) rows.setUnclaimed.run(realm.sql, { id, since: realm.seconds() });
  if (unwanted.length > 0) scheduleUnclaimedRemoval(realm);
  return unwanted;
}

/** Whether a message or a channel's page links to a file, or a scheduled message holds it. */
const isWanted = (realm: Realm, { id }: Attachment): boolean =>
  rows.isWanted.one(realm.sql, { attachment: id }).wanted === 1;

export const filesOfMessages = (realm: Realm, messages: readonly MessageId[]) =>
  rows.attachmentsByMessage.all(realm.sql, { messages: JSON.stringify(messages) });

/** Returns the newest messages that link to a file, at most `most`. */
export const messagesWith = (realm: Realm, { id: attachment }: Attachment, most: number) =>
  rows.claimsOfAttachment.all(realm.sql, { attachment, most });

const claimedBy = (realm: Realm, messages: readonly MessageId[]): Attachment[] =>
  rows.attachmentsOfMessages.all(realm.sql, { messages: JSON.stringify(messages) });
