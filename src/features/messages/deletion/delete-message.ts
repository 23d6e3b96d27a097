import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessMessage } from "../messages/store/access.ts";
import { accessMessageToDelete } from "./access.ts";
import { deleteMessages } from "./deletion.ts";

export const deleteMessageEndpoint = action({
  route: "DELETE /messages/:message_id",
  scope: "write",
  params: { message_id: integer },
  reply: {},
  messagesToLoad: ({ realm, actor, params }) => [accessMessage(realm, actor, params.message_id).id],
  run({ realm, actor, params }) {
    const { place } = accessMessageToDelete(realm, actor, params.message_id);
    if (place.sender_id !== actor.user_id) {
      const details = { sender: place.sender_id, conversation: place.conversation_id };
      audit(realm, "message.deleted_by_other", { of: { type: "message", id: place.id }, details });
    }
    deleteMessages(realm, [place]);
    return {};
  },
});
