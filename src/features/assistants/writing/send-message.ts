import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, oneOf, optional, text } from "../../../endpoints/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { seconds } from "../../../util/time.ts";
import { parseRecipientParameter } from "../../messages/messages/send/recipient-parameter.ts";
import { decisionIn, decisionParams } from "./decision.ts";
import { grantOf } from "./grant-of.ts";
import { outcomeFields } from "./results.ts";
import { sendForAssistant } from "./send.ts";

/** Sends a message in a person's name, now or later, or has them asked first. */
export const sendEndpoint = action({
  route: "POST /assistants/messages",
  internal: true,
  scope: "write",
  limited: false,
  params: {
    tool: text("word"),
    type: oneOf("direct", "channel"),
    to: text("addresses"),
    content: text("content"),
    topic: optional(text("topic")),
    at: optional(integer),
    key: optional(text("name")),
    digest: text("id"),
    asks: boolean,
    ...decisionParams,
  },
  reply: outcomeFields,
  async prepare({ params }) {
    const content = trimContent(params.content);
    return { content, markup: await parseMarkup(content) };
  },
  run({ realm, actor, params, prepared, request: { client } }) {
    const { type, to, topic, at, key, tool, digest, asks } = params;
    return sendForAssistant(realm, actor, grantOf(actor), {
      ...{ ...prepared, client, key, digest, asks, tool },
      address: { isDirect: type === "direct", to: parseRecipientParameter(to), topic },
      due: at === undefined ? undefined : seconds(at),
      decision: decisionIn(params),
    });
  },
});
