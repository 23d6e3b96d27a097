import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import { missingArgument, unsupportedCombination } from "../../../protocol/errors.ts";
import { topicParameter } from "../../conversations/topic-name.ts";
import { accessChannel, accessChannelByName } from "../channels/access.ts";
import { chooseVisibilityPolicy, Visibility, visibilityPolicy } from "./topic-visibility.ts";

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

export const muteTopicEndpoint = action({
  route: "PATCH /users/me/subscriptions/muted_topics",
  params: {
    stream_id: optional(integer),
    stream: optional(text("name")),
    topic: topicParameter,
    op: oneOf("add", "remove"),
  },
  reply: {},
  run({ realm, actor, params: { stream_id, stream, topic, op } }) {
    if (stream_id !== undefined && stream !== undefined) throw unsupportedCombination("stream_id", "stream");
    if (stream_id === undefined && stream === undefined) throw missingArgument("stream_id");
    const channel =
      stream === undefined ? accessChannel(realm, actor, stream_id ?? 0) : accessChannelByName(realm, actor, stream);
    const place = { channel: channel.id, topic };
    const isMuted = visibilityPolicy(realm, actor.user_id, channel.id, topic) === Visibility.muted;
    if (op === "add") chooseVisibilityPolicy(realm, actor.user_id, place, Visibility.muted);
    else if (isMuted) chooseVisibilityPolicy(realm, actor.user_id, place, Visibility.none);
    return {};
  },
});
