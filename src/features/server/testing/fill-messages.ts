import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, json, optional } from "../../../endpoints/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { sized } from "../../../protocol/bounded.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { destinationOf, renderChecked } from "../../messages/messages/send/outgoing-message.ts";
import { postMessage } from "../../messages/messages/send/post-message.ts";
import { accessUser } from "../../organization/users/access.ts";
import { actorOf } from "../../organization/users/users.ts";

const messageSchema = v.object({
  sender: v.pipe(v.number(), v.transform(toUserId)),
  /** A channel's id, or for a direct message the ids of the other users. */
  to: v.union([v.number(), v.array(v.number())]),
  topic: v.optional(v.string()),
  content: v.string(),
});

/**
 * Sends many messages in one change, each as its sender would have sent it: benches fill an organization with it. It
 * first waits until all earlier messages are shipped to D1, so that unshipped rows do not pile up.
 */
export const fillMessagesEndpoint = action({
  route: "POST /testing/messages",
  by: "owner",
  limited: false,
  params: {
    messages: json(sized(v.array(messageSchema), limits.request.form_bytes)),
    read_by_sender: optional(boolean, true),
  },
  reply: { ids: v.array(v.number()) },
  readsBulk: true,
  // The realm waits for shipping between `plan` and `prepare`, so there has to be a plan.
  plan: () => undefined,
  prepare: ({ params }) =>
    Promise.all(params.messages.map(async (message) => ({ ...message, markup: await parseMarkup(message.content) }))),
  run({ realm, actor, params, prepared, request }) {
    const { read_by_sender: readBySender } = params;
    const ids = prepared.map(({ sender: id, to, topic, content, markup }) => {
      const sender = accessUser(realm, actor, id);
      const place = destinationOf(realm, actorOf(sender), { isDirect: typeof to !== "number", to, topic });
      const rendered = renderChecked(realm, actorOf(sender), place, markup);
      return postMessage(realm, { sender, destination: place, content, rendered, client: request.client, readBySender })
        .id;
    });
    return { ids };
  },
});
