import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { alias, boolean, integer, oneOf, optional, text } from "../../../api/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { readsLevelForm } from "../../../protocol/client-dialect.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { attachmentSchema, shownAttachment } from "../../files/attachments/events.ts";
import { messagesNeededFor } from "./access.ts";
import { applyEdit } from "./apply-edit.ts";
import { checkEdit } from "./check-edit.ts";
import { propagateModes } from "./events.ts";

/** Text of a message whose content was removed (messages.md 7). */
const REMOVED_CONTENT = "(deleted)";

export const updateMessageEndpoint = action({
  route: "PATCH /messages/:message_id",
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
  async prepare({ params }) {
    if (params.content === undefined) return null;
    const content = trimContent(params.content) || REMOVED_CONTENT;
    return { content, markup: await parseMarkup(content) };
  },
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
