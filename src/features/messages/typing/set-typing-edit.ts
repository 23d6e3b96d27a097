import { action } from "../../../endpoints/endpoint.ts";
import { integer, oneOf } from "../../../endpoints/parameter.ts";
import { accessMessageToChange } from "../messages/store/access-to-change.ts";
import { emitTypingEdit } from "./typing-edit.ts";

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
