import type { ConversationId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, days, inMilliseconds, milliseconds, type Seconds } from "../../../util/time.ts";
import type { IdSpan } from "../../conversations/topics.ts";
import { discardFile, reserveFile } from "../storage/files.ts";
import type { KeysAfter } from "../storage/hooks.ts";
import { pageOfKeys } from "../storage/named-files.ts";
import { attachmentObjects } from "./attachment-object.ts";
import type { AttachmentObject } from "./events.ts";
import { attachmentAdded, attachmentRemoved, attachmentUpdated } from "./events.ts";
import { fileGoneHook, fileRemovedHook } from "./hooks.ts";
import type { Attachment } from "./rows.ts";
import * as rows from "./rows.ts";

export type { Attachment } from "./rows.ts";

export const UNCLAIMED_TIMER = "unclaimed-files";
export const FORGOTTEN_TIMER = "forgotten-file";

/** Lifetime of a file that nothing links to (messages.md 15). */
const UNCLAIMED_TIME = days(35);
const FILES_AT_ONCE = 200;
const CLAIMS_AT_ONCE = 2000;
const NEXT_STEP_MS = milliseconds(100);

const KIND = "uploads";

/** Key in the store: the path without the name, which is known only once the upload arrives. */
export const uploadKey = (path_id: string): string => `${path_id.split("/", 1)[0]}/${KIND}/${pathWithinRealm(path_id)}`;

const pathWithinRealm = (path_id: string) => path_id.split("/").slice(1, 3).join("/");

/** Returns the keys of uploaded files after a key, in order. */
export const uploadKeysAfter = (realm: Realm, page: KeysAfter): string[] =>
  pageOfKeys(realm, KIND, page, ({ after, most }) => {
    // In paths, the key is followed by "/" and a name: "0" sorts right after "/".
    const from = after === "" ? `${realm.id}/` : `${realm.id}/${after}0`;
    return rows.pathsAfter.all(realm.sql, { after: from, most }).map(({ path_id }) => pathWithinRealm(path_id));
  });

/** Reserves and returns the key of an upload that the Worker is about to store. */
export function reserveUpload(realm: Realm, by: UserId, place: string): string {
  checkNumberOfFiles(realm, by);
  return reserveFile(realm, { by, kind: KIND, name: place });
}

export const checkNumberOfFiles = (realm: Realm, owner: UserId, more = 1): void =>
  checkCount(rows.countByOwner.one(realm.sql, { owner }).count + more, limits.account.attachments, "uploaded files");

interface NewAttachment {
  readonly owner: UserId;
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  /** Undefined if the file isn't a picture. */
  readonly image: { readonly width: number; readonly height: number; readonly animated: boolean } | undefined;
}

export function addAttachment(realm: Realm, { image, ...file }: NewAttachment): Attachment {
  checkNumberOfFiles(realm, file.owner);
  const { width = null, height = null, animated = false } = image ?? {};
  const created_at = realm.clock.milliseconds();
  const unclaimed_since = realm.seconds();
  const row = rows.insertAttachment.one(realm.sql, { ...file, width, height, animated, created_at, unclaimed_since });
  scheduleUnclaimedRemoval(realm);
  emitAttachment(realm, attachmentAdded, row);
  return row;
}

export const attachmentAt = (realm: Realm, path_id: string): Attachment | undefined =>
  rows.attachmentByPath.first(realm.sql, { path_id });

export const missingFiles = (realm: Realm, ids: readonly number[]): number[] =>
  rows.idsWithoutFile.all(realm.sql, { ids: JSON.stringify(ids) }).map(({ id }) => id);

export const ownAttachment = (realm: Realm, owner: UserId, id: number): Attachment | undefined =>
  rows.attachmentOfOwner.first(realm.sql, { id, owner });

export const attachmentsOf = (realm: Realm, owner: UserId): AttachmentObject[] =>
  attachmentObjects(realm, rows.attachmentsByOwner.all(realm.sql, { owner }));

export const channelsWith = (realm: Realm, { id: attachment }: Attachment): ConversationId[] =>
  rows.claimingChannels.all(realm.sql, { attachment }).map(({ conversation_id }) => conversation_id);

export const isLinkedBetween = (
  realm: Realm,
  { id: attachment }: Attachment,
  conversation: ConversationId,
  [first, last]: IdSpan,
): boolean => rows.claimBetween.first(realm.sql, { attachment, conversation, first, last }) !== undefined;

/** Returns the total size of the organization's files, in bytes. */
export const uploadSpaceUsed = (realm: Realm): number => rows.spaceUsed.one(realm.sql, {}).used;

/** Deletes a file. Messages keep their links to it, which are then dead. */
export function removeAttachment(realm: Realm, file: Attachment): void {
  realm.run(fileRemovedHook, file);
  const { id, owner_id, path_id } = file;
  rows.deleteHoldsOf.run(realm.sql, { attachment: id });
  rows.deletePageLinksOf.run(realm.sql, { ids: JSON.stringify([id]) });
  forgetClaims(realm, id);
  rows.deleteAttachment.run(realm.sql, { id });
  realm.run(fileGoneHook, file);
  discardFile(realm, uploadKey(path_id));
  realm.emit(attachmentRemoved({ attachment: { id }, upload_space_used: uploadSpaceUsed(realm) }), only(owner_id));
}

/**
 * Deletes a batch of an owner's files. Unless `linked` is true, deletes only files that nothing links to. Returns true
 * if there may be more.
 */
export function removeFilesOf(realm: Realm, owner: UserId, { linked }: { readonly linked: boolean }): boolean {
  const some = rows.someOfOwner.all(realm.sql, { owner, linked, most: FILES_AT_ONCE });
  for (const file of some) removeAttachment(realm, file);
  return some.length === FILES_AT_ONCE;
}

/** Deletes a deleted file's claims, which no longer grant anything. If there are many, a timer deletes the rest. */
export function forgetClaims(realm: Realm, attachment: number): void {
  const gone = rows.deleteClaimsOf.all(realm.sql, { attachment, most: CLAIMS_AT_ONCE });
  if (gone.length === CLAIMS_AT_ONCE)
    realm.timers.set(`${FORGOTTEN_TIMER}:${attachment}`, after(realm.clock.milliseconds(), NEXT_STEP_MS));
}

const removalTime = (unclaimedSince: Seconds) => inMilliseconds(after(unclaimedSince, UNCLAIMED_TIME));

/** Schedules the removal of files that become unclaimed now, because nothing links to them anymore. */
export const scheduleUnclaimedRemoval = (realm: Realm) =>
  realm.timers.setSooner(UNCLAIMED_TIMER, removalTime(realm.seconds()));

export function removeUnclaimed(realm: Realm): void {
  const latest = before(realm.seconds(), UNCLAIMED_TIME);
  for (const row of rows.unclaimedBefore.all(realm.sql, { before: latest, most: FILES_AT_ONCE }))
    removeAttachment(realm, row);
  const { since } = rows.longestUnclaimed.one(realm.sql, {});
  if (since !== null) realm.timers.set(UNCLAIMED_TIMER, removalTime(since));
}

/** Sends a file's owner an event with the messages that now link to it. */
export const emitClaimsChanged = (realm: Realm, row: Attachment) => emitAttachment(realm, attachmentUpdated, row);

function emitAttachment(realm: Realm, event: typeof attachmentAdded | typeof attachmentUpdated, row: Attachment): void {
  if ([...realm.queues.ofUser(row.owner_id)].length === 0) return;
  const [attachment] = attachmentObjects(realm, [row]);
  if (attachment === undefined) return;
  realm.emit(event({ attachment, upload_space_used: uploadSpaceUsed(realm) }), only(row.owner_id));
}
