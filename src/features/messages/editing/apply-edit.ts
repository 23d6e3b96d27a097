import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { AttachmentObject } from "../../files/attachments/events.ts";
import { textsLeavingHook } from "../core/hooks.ts";
import { messageInRealm } from "../core/store/access-to-change.ts";
import { editedBy } from "../core/store/message-object.ts";
import { watchersOf } from "../core/store/message-watchers.ts";
import { reclaimUploads } from "../core/store/uploads.ts";
import { addToHistory } from "../core/store/write-move.ts";
import { checkContentEdit, checkMoveTimes } from "./access.ts";
import { changeContent, type NewContent } from "./change-content.ts";
import type { CheckedEdit } from "./check-edit.ts";
import { emitUpdated } from "./emit-updated.ts";
import type { ContentChange } from "./events.ts";
import { moveMessages } from "./move-messages.ts";

/** Edits or moves messages, and emits the events. Returns the caller's files that no message links to anymore. */
export function applyEdit(
  realm: Realm,
  actor: Actor,
  edit: CheckedEdit,
  newContent: NewContent | null,
): AttachmentObject[] {
  const { message, move, request } = edit;
  const row = messageInRealm(realm, message.place);
  if (newContent !== null) checkContentEdit(realm, row, request.prev_content_sha256);
  if (move !== undefined) checkMoveTimes(realm, actor, move);
  if (newContent !== null) realm.run(textsLeavingHook, [message.place], "edited");
  const topic = move?.to.topic ?? row.topic;
  const rendered = newContent && changeContent(realm, actor, { message, row, topic, content: newContent });
  const content: ContentChange | undefined =
    rendered && newContent
      ? {
          orig_content: row.content,
          orig_rendered_content: row.html,
          content: newContent.content,
          rendered_content: rendered.html,
          is_me_message: rendered.isMe,
        }
      : undefined;
  if (move !== undefined) moveMessages(realm, actor, move, content);
  else if (content !== undefined) recordContentEdit(realm, actor, edit, content);
  if (rendered === null) return [];
  return reclaimUploads(realm, row, { editor: actor, paths: rendered.attachmentPaths });
}

/** Adds a text-only edit to the message's history, and emits its event. */
function recordContentEdit(realm: Realm, actor: Actor, { message }: CheckedEdit, content: ContentChange): void {
  const { place, channel } = message;
  const timestamp = realm.seconds();
  addToHistory(realm, place.id, {
    user_id: actor.user_id,
    timestamp,
    prev_content: content.orig_content,
    prev_rendered_content: content.orig_rendered_content,
    ...editedBy(actor),
  });
  emitUpdated(realm, watchersOf(realm, [place]), {
    target: place.id,
    content,
    rest: {
      user_id: actor.user_id,
      rendering_only: false,
      edit_timestamp: timestamp,
      ...(channel === undefined ? {} : { stream_id: channel.id, stream_name: channel.name }),
    },
  });
}
