import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional, text } from "../../../endpoints/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { accessMessage } from "../../messages/messages/store/access.ts";
import { changeForAssistant, loadedFor } from "./change.ts";
import { decisionIn, decisionParams } from "./decision.ts";
import { grantOf } from "./grant-of.ts";
import { outcomeFields } from "./results.ts";

/** Edits or deletes a message of a person, or has them asked first. */
export const changeEndpoint = action({
  route: "PATCH /assistants/messages",
  internal: true,
  scope: "write",
  limited: false,
  params: {
    tool: text("word"),
    message_id: integer,
    content: optional(text("content")),
    topic: optional(text("topic")),
    prev_content_sha256: optional(text("id")),
    deletes: optional(boolean, false),
    digest: text("id"),
    asks: boolean,
    ...decisionParams,
  },
  reply: outcomeFields,
  async prepare({ params }) {
    if (params.content === undefined) return null;
    const content = trimContent(params.content);
    return { content, markup: await parseMarkup(content) };
  },
  messagesToLoad: ({ realm, actor, params }) =>
    params.deletes ? [accessMessage(realm, actor, params.message_id).id] : loadedFor(realm, actor, params),
  run({ realm, actor, params, prepared }) {
    const wanted = { ...params, text: prepared, decision: decisionIn(params) };
    return changeForAssistant(realm, actor, grantOf(actor), wanted);
  },
});
