import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer, text } from "../../../../api/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { accessChannel } from "../../../channels/channels/access.ts";
import { givenTopicName } from "../../../conversations/topic-name.ts";
import { findTopic, newestOfTopic } from "../../../conversations/topics.ts";
import { onlyTopicOf } from "../../../organization/accounts/outside-access.ts";
import { readableSpans } from "../store/access.ts";
import { emitRead, markAllAsRead, markChannelAsRead } from "./mark-read.ts";
import { markTopicRead } from "./read-state-store.ts";

/** Always returns `complete: true`, because it writes few rows regardless of how many messages are unread. */
export const markAllAsReadEndpoint = action({
  route: "POST /mark_all_as_read",
  outside: true,
  reply: { complete: v.literal(true) },
  run({ realm, actor }) {
    markAllAsRead(realm, actor.user_id);
    return { complete: true as const };
  },
});

export const markChannelAsReadEndpoint = action({
  route: "POST /mark_stream_as_read",
  outside: true,
  params: { stream_id: integer },
  run({ realm, actor, params }) {
    const channel = accessChannel(realm, actor, params.stream_id);
    markChannelAsRead(realm, actor.user_id, channel.id);
  },
});

export const markTopicAsReadEndpoint = action({
  route: "POST /mark_topic_as_read",
  outside: true,
  params: { stream_id: integer, topic_name: text("topic") },
  run({ realm, actor, params: { stream_id, topic_name } }) {
    const channel = accessChannel(realm, actor, stream_id);
    const topic = findTopic(realm, channel.conversation_id, givenTopicName(topic_name));
    const spans = readableSpans(realm, actor, channel);
    const only = onlyTopicOf(realm, actor.user_id);
    if (
      topic === undefined ||
      (only !== null && only !== topic.id) ||
      newestOfTopic(realm, topic.id, spans) === undefined
    ) {
      throw badRequest(`No such topic '${topic_name}'`);
    }
    emitRead(realm, actor.user_id, markTopicRead(realm, actor.user_id, topic));
  },
});
