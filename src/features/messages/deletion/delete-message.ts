import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessMessage } from "../messages/public.ts";
import { accessMessageToDelete } from "./access.ts";
import { deleteMessages } from "./deletion.ts";

export const deleteMessageEndpoint = action({
  route: "DELETE /messages/:message_id",
  params: { message_id: integer },
  reply: {},
  messagesToLoad: ({ realm, actor, params }) => [accessMessage(realm, actor, params.message_id).id],
  run({ realm, actor, params }) {
    const { place } = accessMessageToDelete(realm, actor, params.message_id);
    deleteMessages(realm, [place]);
    return {};
  },
});
