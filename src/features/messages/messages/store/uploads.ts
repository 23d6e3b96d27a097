import type { UploadPreview } from "../../../../markup/index.ts";
import type { ConversationId } from "../../../../protocol/ids.ts";
import { thumbnailFormats } from "../../../../protocol/limits.ts";
import type { Realm } from "../../../../realm/realm.ts";
import {
  type Attachment,
  attachmentAt,
  channelsWith,
  isLinkedBetween,
} from "../../../files/attachments/attachments.ts";
import { type ClaimingMessage, claim, holdFiles, reclaim } from "../../../files/attachments/claims.ts";
import { realmSettings } from "../../../organization/realm/realm-settings.ts";
import type { Viewer } from "../../../organization/users/user-object.ts";
import { reachOf } from "./access.ts";
import { selectLinkAmongHistorical, selectLinkInDirects } from "./upload-rows.ts";

/**
 * Whether somebody may have an uploaded file: their own, and what a message links to that they may read. However many
 * do, what is looked at are the conversations where they stand.
 */
export function mayOpen(realm: Realm, actor: Viewer | null, file: Attachment): boolean {
  if (file.owner_id === actor?.user_id) return true;
  const both = actor && { attachment: file.id, user: actor.user_id };
  if (both !== null && selectLinkInDirects.first(realm.sql, both) !== undefined) return true;
  return channelsWith(realm, file).some((conversation) => readsLink(realm, actor, file, conversation));
}

function readsLink(realm: Realm, actor: Viewer | null, file: Attachment, conversation: ConversationId): boolean {
  const { spans, mayHaveHistorical } = reachOf(realm, actor, conversation);
  if (spans.some((span) => isLinkedBetween(realm, file, conversation, span))) return true;
  if (!mayHaveHistorical || actor === null) return false;
  const owned = { attachment: file.id, conversation, user: actor.user_id };
  return selectLinkAmongHistorical.first(realm.sql, owned) !== undefined;
}

/** What a new message shares: nobody gives others a file that they may not have themselves. */
export const claimUploads = (
  realm: Realm,
  message: ClaimingMessage,
  { sender, paths }: { readonly sender: Viewer; readonly paths: readonly string[] },
): void => claim(realm, message, openFiles(realm, sender, paths));

/** The same of a message that has been edited; returns the editor's own files that it was the last to link to. */
export const reclaimUploads = (
  realm: Realm,
  message: ClaimingMessage,
  { editor, paths }: { readonly editor: Viewer; readonly paths: readonly string[] },
) => reclaim(realm, message, { files: openFiles(realm, editor, paths), editor: editor.user_id });

/** Keeps what a message will share that is to be sent later; nothing, once it is sent or dropped. */
export const holdUploads = (
  realm: Realm,
  scheduled: number,
  { sender, paths }: { readonly sender: Viewer; readonly paths: readonly string[] },
): void => holdFiles(realm, scheduled, openFiles(realm, sender, paths));

const openFiles = (realm: Realm, actor: Viewer, paths: readonly string[]): Attachment[] =>
  paths.flatMap((path) => {
    const file = attachmentAt(realm, path);
    return file !== undefined && mayOpen(realm, actor, file) ? [file] : [];
  });

/** How a file is shown beside a link to it; the server itself (null) may show any. */
export function uploadPreview(realm: Realm, writer: Viewer | null, path: string): UploadPreview | undefined {
  const file = attachmentAt(realm, path);
  if (file === undefined || (writer !== null && !mayOpen(realm, writer, file))) return undefined;
  const { content_type, width, height } = file;
  if (content_type.startsWith("audio/")) return { kind: "audio" };
  if (!realmSettings(realm).inline_image_preview) return undefined;
  if (content_type.startsWith("video/")) return { kind: "video" };
  if (width === null || height === null) return undefined;
  const animated = file.animated === 1;
  const format = thumbnailFormats.find((each) => each.animated === animated);
  const thumbnail_url = `/user_uploads/thumbnail/${path}/${format?.name}`;
  return { kind: "image", content_type, width, height, animated, thumbnail_url };
}
