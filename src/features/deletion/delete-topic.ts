import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { integer } from "../../http/parameter.ts";
import type { Actor } from "../../protocol/actor.ts";
import type { Realm } from "../../realm/realm.ts";
import { accessChannel } from "../channels/access.ts";
import { placesIn } from "../conversations/changes.ts";
import type { MessagePlace } from "../conversations/conversations.ts";
import { topicParameter } from "../conversations/topic-name.ts";
import { findTopic } from "../conversations/topics.ts";
import { readerOf } from "../messages/access.ts";
import { deleteMessages } from "./deletion.ts";

/** So many messages go in one change; whoever wants to delete a longer topic asks again (seed 4.14). */
const MOST_AT_ONCE = 5000;

export const deleteTopicEndpoint = action({
  route: "POST /streams/:stream_id/delete_topic",
  by: "administrator",
  params: { stream_id: integer, topic_name: topicParameter },
  reply: { complete: v.boolean() },
  recall: (context) => newest(visibleMessages(context)).map(({ id }) => id),
  run(context) {
    const places = visibleMessages(context);
    deleteMessages(context.realm, newest(places));
    return { complete: places.length <= MOST_AT_ONCE };
  },
});

interface Request {
  readonly realm: Realm;
  readonly actor: Actor;
  readonly params: { readonly stream_id: number; readonly topic_name: string };
}

/** What of the topic the actor may read, oldest first. */
function visibleMessages({ realm, actor, params }: Request): MessagePlace[] {
  const channel = accessChannel(realm, actor, params.stream_id, "content");
  const topic = findTopic(realm, channel.conversation_id, params.topic_name);
  return topic === undefined ? [] : placesIn(realm, topic.id).filter(readerOf(realm, actor));
}

const newest = (places: readonly MessagePlace[]) => places.slice(-MOST_AT_ONCE);
