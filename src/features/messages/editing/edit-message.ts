import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { alias, boolean, integer, oneOf, optional, text } from "../../../api/parameter.ts";
import { type Rendered, withMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { readsLevelForm } from "../../../protocol/client-dialect.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type AttachmentObject, attachmentSchema, shownAttachment } from "../../files/attachments/events.ts";
import { textsLeavingHook } from "../core/hooks.ts";
import { type ChangeableMessage, messageInRealm } from "../core/store/access-to-change.ts";
import { editedBy } from "../core/store/message-object.ts";
import { watchersOf } from "../core/store/message-watchers.ts";
import type { StoredMessage } from "../core/store/stored-message.ts";
import { reclaimUploads } from "../core/store/uploads.ts";
import { addToHistory } from "../core/store/write-move.ts";
import { checkContentEdit, checkMoveTimes, messagesNeededFor } from "./access.ts";
import { changeContent, type NewContent } from "./change-content.ts";
import { type CheckedEdit, checkEdit } from "./check-edit.ts";
import { emitUpdated } from "./emit-updated.ts";
import { type ContentChange, propagateModes } from "./events.ts";
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
  const content = rendered && newContent ? changeOf(row, newContent, rendered) : undefined;
  if (move !== undefined) moveMessages(realm, actor, move, content);
  else if (content !== undefined) recordContentEdit(realm, actor, message, content);
  if (rendered === null) return [];
  return reclaimUploads(realm, row, { editor: actor, paths: rendered.attachmentPaths });
}

/** Changes the text of a bot's message as the bot, regardless of the rules for editing. */
export function rewriteContent(realm: Realm, actor: Actor, message: ChangeableMessage, newContent: NewContent): void {
  const row = messageInRealm(realm, message.place);
  realm.run(textsLeavingHook, [message.place], "edited");
  const rendered = changeContent(realm, actor, { message, row, topic: row.topic, content: newContent });
  recordContentEdit(realm, actor, message, changeOf(row, newContent, rendered));
  reclaimUploads(realm, row, { editor: actor, paths: rendered.attachmentPaths });
}

const changeOf = (row: StoredMessage, { content }: NewContent, { html, isMe }: Rendered): ContentChange => ({
  orig_content: row.content,
  orig_rendered_content: row.html,
  content,
  rendered_content: html,
  is_me_message: isMe,
});

/** Adds a text-only edit to the message's history, and emits its event. */
function recordContentEdit(
  realm: Realm,
  actor: Actor,
  { place, channel }: ChangeableMessage,
  content: ContentChange,
): void {
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

/** Text of a message whose content was removed (messages.md 7). */
const REMOVED_CONTENT = "(deleted)";

export const updateMessageEndpoint = action({
  route: "PATCH /messages/:message_id",
  outside: true,
  scope: "write",
  params: {
    message_id: integer,
    topic: alias(optional(text("topic")), "subject"),
    propagate_mode: optional(oneOf(...propagateModes), "change_one"),
    send_notification_to_old_thread: optional(boolean, false),
    send_notification_to_new_thread: optional(boolean, true),
    content: optional(text("content")),
    prev_content_sha256: optional(text("id")),
    stream_id: optional(integer),
  },
  reply: { detached_uploads: v.array(attachmentSchema) },
  prepare: async ({ params }) =>
    params.content === undefined ? null : withMarkup(trimContent(params.content) || REMOVED_CONTENT),
  messagesToLoad({ realm, actor, params }) {
    const { message, move } = checkEdit(realm, actor, params);
    return [message.place.id, ...(move === undefined ? [] : messagesNeededFor(realm, actor, move))];
  },
  run({ realm, actor, params, prepared, request }) {
    const edit = checkEdit(realm, actor, params);
    const detached = applyEdit(realm, actor, edit, prepared);
    return { detached_uploads: detached.map((one) => shownAttachment(one, readsLevelForm(request.client))) };
  },
});
