import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { topicParameter } from "../../conversations/topic-name.ts";
import { ALL_IDS, findTopic } from "../../conversations/topics.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessMessage } from "../core/store/access.ts";
import { type ReadablePlaces, readablePlaces } from "../core/store/readable-places.ts";
import { removableAtOnce } from "../core/store/removal.ts";
import { accessMessageToDelete } from "./access.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";
import { deleteMessages } from "./message-deletion.ts";
import { LOAD_TEXTS_JOB, loadTexts, textsToLoad, withoutNeededText } from "./needed-texts.ts";

const deleteMessageEndpoint = action({
  route: "DELETE /messages/:message_id",
  outside: true,
  scope: "write",
  params: { message_id: integer },
  messagesToLoad: ({ realm, actor, params }) => [accessMessage(realm, actor, params.message_id).id],
  run({ realm, actor, params }) {
    const { place } = accessMessageToDelete(realm, actor, params.message_id);
    if (place.sender_id !== actor.user_id) {
      const details = { sender: place.sender_id, conversation: place.conversation_id };
      audit(realm, "message.deleted_by_other", { of: { type: "message", id: place.id }, details });
    }
    deleteMessages(realm, [place]);
  },
});

/** Maximum messages deleted per request. For a longer topic, clients repeat the request (seed 4.14). */
const MAX_AT_ONCE = 5000;

const deleteTopicEndpoint = action({
  route: "POST /streams/:stream_id/delete_topic",
  by: "administrator",
  params: { stream_id: integer, topic_name: topicParameter },
  reply: { complete: v.boolean() },
  messagesToLoad: (context) => textsToLoad(context.realm, newestVisible(context).places),
  run(context) {
    const { places, total } = newestVisible(context);
    const waiting = new Set(withoutNeededText(context.realm, places).map(({ id }) => id));
    const ready = places.filter(({ id }) => !waiting.has(id));
    const deleted = removableAtOnce(context.realm, ready, "newest");
    const { stream_id, topic_name } = context.params;
    if (deleted.length > 0) {
      const details = { topic: topic_name, messages: deleted.length };
      audit(context.realm, "topic.deleted", { of: { type: "channel", id: stream_id }, details });
    }
    deleteMessages(context.realm, deleted);
    return { complete: deleted.length === total };
  },
});

interface Request {
  readonly realm: Realm;
  readonly actor: Actor;
  readonly params: { readonly stream_id: number; readonly topic_name: string };
}

function newestVisible({ realm, actor, params }: Request): Pick<ReadablePlaces, "places" | "total"> {
  const channel = accessChannel(realm, actor, params.stream_id, "content");
  const topic = findTopic(realm, channel.conversation_id, params.topic_name);
  if (topic === undefined) return { places: [], total: 0 };
  return readablePlaces(realm, actor, { channel, topic }, { span: ALL_IDS, most: MAX_AT_ONCE });
}

export const deletion = feature({
  name: "deletion",
  endpoints: [deleteMessageEndpoint, deleteTopicEndpoint],
  events: [messagesDeleted, messageDeleted],
  jobs: { [LOAD_TEXTS_JOB]: loadTexts },
});
