import * as v from "valibot";
import { action, query } from "../../../../api/endpoint.ts";
import { boolean, integer, optional } from "../../../../api/parameter.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { shownTopic } from "../../../../protocol/limits.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessChannel, hasWholeHistory } from "../../../channels/channels/access.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { topicsIn } from "../../../conversations/topics.ts";
import { onlyTopicOf } from "../../../organization/accounts/outside-access.ts";
import { type Filter, fetchPage } from "../narrow/index.ts";
import { accessMessage, historicalSpans, invalidMessage, readableSpans } from "../store/access.ts";
import { fetchedMessageSchema } from "../store/message-object.ts";
import { fetchedMessages, sideQueriesFor } from "./fetched-messages.ts";
import { pageContext } from "./page-plan.ts";
import { viewOf } from "./view-of.ts";

export const getMessageEndpoint = query({
  route: "GET /messages/:message_id",
  outside: true,
  scope: "read",
  by: "spectator",
  params: {
    message_id: integer,
    apply_markdown: optional(boolean, true),
    client_gravatar: optional(boolean, true),
    allow_empty_topic_name: optional(boolean, false),
  },
  reply: {
    message: fetchedMessageSchema,
    raw_content: v.string(),
  },
  plan({ realm, actor, params }) {
    const place = accessMessage(realm, actor, params.message_id);
    const view = viewOf(realm, actor, { within: new Set([place.conversation_id]), visibility: false });
    const range = { kind: "listed", ids: [place.id] } as const;
    const filter: Filter = { base: baseFor(realm, actor, place), conditions: [] };
    return { page: { filter, view, range }, context: pageContext(realm, actor, view) };
  },
  withoutBulk: ({ realm, plan, params }) => (realm.holds([params.message_id]) ? plan : undefined),
  async answer({ bulk, params, request, plan: { page, context } }) {
    const form = { ...params, client: request.client };
    const { rows } = await fetchPage(bulk, page, sideQueriesFor(context, form));
    const [message] = await fetchedMessages(bulk, rows, { view: page.view, context, form });
    const [row] = rows;
    if (message === undefined || row === undefined) throw invalidMessage();
    return { message, raw_content: row.content };
  },
});

/**
 * Returns the filter base that contains the message: the channel's whole history if it is open to the user, otherwise
 * the messages that the user received.
 */
function baseFor(realm: Realm, actor: Actor | null, { conversation_id }: MessageIndexRow): Filter["base"] {
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  if (channel === undefined || !hasWholeHistory(realm, actor, channel)) return { kind: "own" };
  return { kind: "history", channels: [{ channel: channel.id, conversation: conversation_id }] };
}

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
