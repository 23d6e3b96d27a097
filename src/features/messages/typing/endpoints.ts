import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { alias, integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { badRequest, missingArgument } from "../../../protocol/errors.ts";
import { accessMessageToChange } from "../core/store/access-to-change.ts";
import { emitTypingInChannel, emitTypingToUsers } from "./typing.ts";
import { emitTypingEdit } from "./typing-edit.ts";

const id = v.pipe(v.number(), v.safeInteger());

export const setTypingEndpoint = action({
  route: "POST /typing",
  params: {
    op: oneOf("start", "stop"),
    type: optional(oneOf("direct", "private", "channel", "stream"), "direct"),
    /** User ids; older clients send a channel id. */
    to: optional(json(boundedList(id, "ids"))),
    stream_id: optional(integer),
    topic: alias(optional(text("topic")), "subject"),
  },
  reply: {},
  run({ realm, actor, params: { op, type, to, stream_id, topic } }) {
    if (type === "direct" || type === "private") {
      if (to === undefined) throw missingArgument("to");
      if (to.length === 0) throw badRequest("Empty 'to' list");
      emitTypingToUsers(realm, actor, op, to);
      return {};
    }
    const channel = stream_id ?? (to?.length === 1 ? to[0] : undefined);
    if (channel === undefined) throw missingArgument("stream_id");
    if (topic === undefined) throw badRequest("Missing topic");
    emitTypingInChannel(realm, actor, op, { channel, topic });
    return {};
  },
});

export const setTypingEditEndpoint = action({
  route: "POST /messages/:message_id/typing",
  params: { message_id: integer, op: oneOf("start", "stop") },
  reply: {},
  messagesToLoad: ({ realm, actor, params }) => [accessMessageToChange(realm, actor, params.message_id).place.id],
  run({ realm, actor, params: { message_id, op } }) {
    emitTypingEdit(realm, actor, op, accessMessageToChange(realm, actor, message_id));
    return {};
  },
});
