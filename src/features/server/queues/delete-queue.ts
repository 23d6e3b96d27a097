import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { badEventQueueId } from "../../../protocol/errors.ts";

export const deleteQueueEndpoint = action({
  route: "DELETE /events",
  scope: "read",
  params: { queue_id: text("id") },
  reply: {},
  run({ realm, actor, params }) {
    const queue = realm.queues.byId(params.queue_id);
    if (queue?.user_id !== actor.user_id) throw badEventQueueId(params.queue_id);
    realm.endQueue(queue);
    return {};
  },
});
