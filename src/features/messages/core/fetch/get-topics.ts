import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { boolean, integer, optional } from "../../../../api/parameter.ts";
import { shownTopic } from "../../../../protocol/limits.ts";
import { accessChannel } from "../../../channels/channels/access.ts";
import { topicsIn } from "../../../conversations/topics.ts";
import { onlyTopicOf } from "../../../organization/accounts/outside-access.ts";
import { historicalSpans, readableSpans } from "../store/access.ts";

export const getTopicsEndpoint = action({
  route: "GET /users/me/:stream_id/topics",
  outside: true,
  scope: "read",
  by: "spectator",
  params: {
    stream_id: integer,
    allow_empty_topic_name: optional(boolean, false),
  },
  reply: { topics: v.array(v.object({ name: v.string(), max_id: v.number() })) },
  run({ realm, actor, params }) {
    const channel = accessChannel(realm, actor, params.stream_id, "content");
    const spans = [...readableSpans(realm, actor, channel), ...historicalSpans(realm, actor, channel)];
    const only = onlyTopicOf(realm, actor?.user_id);
    const topics = topicsIn(realm, channel.conversation_id, spans).filter(({ id }) => only === null || id === only);
    return {
      topics: topics.map(({ name, newest }) => ({
        name: shownTopic(name, params.allow_empty_topic_name),
        max_id: newest,
      })),
    };
  },
});
