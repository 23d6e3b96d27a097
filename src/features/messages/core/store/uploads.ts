import type { UploadPreview } from "../../../../markup/index.ts";
import { isAssistant } from "../../../../protocol/actor.ts";
import type { ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { hasContentAccess } from "../../../channels/channels/access.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import {
  type Attachment,
  attachmentAt,
  channelsWith,
  isLinkedBetween,
} from "../../../files/attachments/attachments.ts";
import {
  type ClaimingMessage,
  claim,
  holdFiles,
  linkFromPage,
  pagesWith,
  reclaim,
} from "../../../files/attachments/claims.ts";
import { thumbnailName } from "../../../files/storage/pictures/thumbnails.ts";
import { onlyTopicOf, outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../../organization/accounts/user-object.ts";
import { realmSettings } from "../../../organization/organization-settings/realm-settings.ts";
import { reachOf, readsAnyDirects } from "./access.ts";
import { directsWithLink, selectLinkAmongHistorical, selectLinkInDirects, selectLinkInTopic } from "./upload-rows.ts";

/**
 * True if a user can open an uploaded file: they uploaded it, or can read a message or a page that links to it. The
 * check goes through the conversations of linking messages, not through each message. An assistant can open its user's
 * own files only if no message links to them, or if it can read one that does. A null actor is a spectator.
 */
export function mayOpen(realm: Realm, actor: Viewer | null, file: Attachment): boolean {
  const isFree = actor === null || !isAssistant(actor) || file.unclaimed_since !== null;
  if (file.owner_id === actor?.user_id && isFree) return true;
  const both = readsAnyDirects(realm, actor) && { attachment: file.id, user: actor.user_id };
  if (both !== false && selectLinkInDirects.first(realm.sql, both) !== undefined && !isLinkKept(realm, both, actor))
    return true;
  const outside = outsideAccessOf(realm, actor?.user_id);
  if (channelsWith(realm, file).some((conversation) => readsLink(realm, actor, file, conversation))) return true;
  if (outside !== undefined) return false;
  return pagesWith(realm, file).some((id) => {
    const channel = channelIndex(realm).byId.get(id);
    return channel !== undefined && hasContentAccess(realm, actor, channel);
  });
}

/** True if every direct conversation with a link to the file is hidden from the calling assistant. */
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
  const topic = onlyTopicOf(realm, actor?.user_id);
  if (topic !== null) {
    const from = outsideAccessOf(realm, actor?.user_id)?.from ?? 0;
    if (spans.length === 0) return false;
    return selectLinkInTopic.first(realm.sql, { attachment: file.id, conversation, topic, from }) !== undefined;
  }
  if (spans.some((span) => isLinkedBetween(realm, file, conversation, span))) return true;
  if (!mayHaveHistorical || actor === null) return false;
  const owned = { attachment: file.id, conversation, user: actor.user_id };
  return selectLinkAmongHistorical.first(realm.sql, owned) !== undefined;
}

/** Records which files a new message links to, limited to those its sender can open. */
export const claimUploads = (
  realm: Realm,
  message: ClaimingMessage,
  { sender, paths }: { readonly sender: Viewer; readonly paths: readonly string[] },
): void => claim(realm, message, openFiles(realm, sender, paths));

/** Records which files an edited message links to. Returns the editor's files that no message links to anymore. */
export const reclaimUploads = (
  realm: Realm,
  message: ClaimingMessage,
  { editor, paths }: { readonly editor: Viewer; readonly paths: readonly string[] },
) => reclaim(realm, message, { files: openFiles(realm, editor, paths), editor: editor.user_id });

/** Records which files a new version of a channel's page links to, limited to those its writer can open. */
export const linkUploadsFromPage = (
  realm: Realm,
  page: Parameters<typeof linkFromPage>[1],
  { writer, paths }: { readonly writer: Viewer; readonly paths: readonly string[] },
): void => linkFromPage(realm, page, openFiles(realm, writer, paths));

/**
 * Holds the files that a scheduled message links to, so that they aren't deleted as unused. Pass empty `paths` once the
 * message is sent or deleted.
 */
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
 * Returns the preview of a file a message links to, if the writer can open the file. A null writer is the server
 * itself, which can open all files.
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
