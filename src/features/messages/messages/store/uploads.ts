import type { UploadPreview } from "../../../../markup/index.ts";
import { isAssistant, readsDirects } from "../../../../protocol/actor.ts";
import type { ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import {
  type Attachment,
  attachmentAt,
  channelsWith,
  isLinkedBetween,
} from "../../../files/attachments/attachments.ts";
import { type ClaimingMessage, claim, holdFiles, reclaim } from "../../../files/attachments/claims.ts";
import { thumbnailName } from "../../../files/storage/pictures/thumbnails.ts";
import { realmSettings } from "../../../organization/realm/realm-settings.ts";
import type { Viewer } from "../../../organization/users/user-object.ts";
import { reachOf } from "./access.ts";
import { directsWithLink, selectLinkAmongHistorical, selectLinkInDirects } from "./upload-rows.ts";

/**
 * Whether a user may open an uploaded file: it is their own, or a message that they may read links to it. The check
 * looks at the conversations with such messages, not at each message. An assistant opens its person's own files only where no
 * message links to them, or one that it may read. A null actor is a spectator.
 */
export function mayOpen(realm: Realm, actor: Viewer | null, file: Attachment): boolean {
  const isFree = actor === null || !isAssistant(actor) || file.unclaimed_since !== null;
  if (file.owner_id === actor?.user_id && isFree) return true;
  const both = actor !== null && readsDirects(actor) && { attachment: file.id, user: actor.user_id };
  if (both !== false && selectLinkInDirects.first(realm.sql, both) !== undefined && !isLinkKept(realm, both, actor))
    return true;
  return channelsWith(realm, file).some((conversation) => readsLink(realm, actor, file, conversation));
}

/** Whether all direct conversations with a link to a file are kept from the assistant that asks. */
function isLinkKept(
  realm: Realm,
  both: { readonly attachment: number; readonly user: UserId },
  actor: Viewer,
): boolean {
  if (actor.grant === undefined || actor.grant.excludedUsers.size === 0) return false;
  return directsWithLink.all(realm.sql, both).every(({ id }) => reachOf(realm, actor, id).spans.length === 0);
}

function readsLink(realm: Realm, actor: Viewer | null, file: Attachment, conversation: ConversationId): boolean {
  const { spans, mayHaveHistorical } = reachOf(realm, actor, conversation);
  if (spans.some((span) => isLinkedBetween(realm, file, conversation, span))) return true;
  if (!mayHaveHistorical || actor === null) return false;
  const owned = { attachment: file.id, conversation, user: actor.user_id };
  return selectLinkAmongHistorical.first(realm.sql, owned) !== undefined;
}

/** Records which files a new message links to, as far as its sender may open them. */
export const claimUploads = (
  realm: Realm,
  message: ClaimingMessage,
  { sender, paths }: { readonly sender: Viewer; readonly paths: readonly string[] },
): void => claim(realm, message, openFiles(realm, sender, paths));

/** Records which files an edited message links to; returns the editor's files to which no message links any more. */
export const reclaimUploads = (
  realm: Realm,
  message: ClaimingMessage,
  { editor, paths }: { readonly editor: Viewer; readonly paths: readonly string[] },
) => reclaim(realm, message, { files: openFiles(realm, editor, paths), editor: editor.user_id });

/** Keeps the files to which a scheduled message links until it is sent or deleted; `paths` is empty then. */
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

/**
 * The preview of a file that a message links to, if the writer may open the file; a null writer is the server itself,
 * which may open all.
 */
export function uploadPreview(realm: Realm, writer: Viewer | null, path: string): UploadPreview | undefined {
  const file = attachmentAt(realm, path);
  if (file === undefined || (writer !== null && !mayOpen(realm, writer, file))) return undefined;
  const { content_type, width, height } = file;
  if (content_type.startsWith("audio/")) return { kind: "audio" };
  if (!realmSettings(realm).inline_image_preview) return undefined;
  if (content_type.startsWith("video/")) return { kind: "video" };
  if (width === null || height === null) return undefined;
  const animated = file.animated === 1;
  const shown = realm.config.makesThumbnails ? `thumbnail/${path}/${thumbnailName({ animated })}` : path;
  return { kind: "image", content_type, width, height, animated, thumbnail_url: `/user_uploads/${shown}` };
}
