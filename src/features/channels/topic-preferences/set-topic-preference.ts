import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, json } from "../../../endpoints/parameter.ts";
import { topicParameter } from "../../conversations/topic-name.ts";
import { accessChannel } from "../channels/access.ts";
import { chooseVisibilityPolicy, Visibility } from "./topic-preferences.ts";

export const setTopicPreferenceEndpoint = action({
  route: "POST /user_topics",
  scope: "write",
  params: {
    stream_id: integer,
    topic: topicParameter,
    visibility_policy: json(v.picklist(Object.values(Visibility))),
  },
  reply: {},
  run({ realm, actor, params: { stream_id, topic, visibility_policy } }) {
    const channel = accessChannel(realm, actor, stream_id);
    chooseVisibilityPolicy(realm, actor.user_id, { channel: channel.id, topic }, visibility_policy);
    return {};
  },
});
