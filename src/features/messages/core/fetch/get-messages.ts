import * as v from "valibot";
import { query } from "../../../../api/endpoint.ts";
import { boolean, count, json, optional, quotableText } from "../../../../api/parameter.ts";
import { boundedList } from "../../../../protocol/bounded.ts";
import { shownTopic } from "../../../../protocol/limits.ts";
import { fetchPage, narrowSchema, parseRange, parseTerms } from "../narrow/index.ts";
import { highlightMatches, withoutHighlights } from "../search/index.ts";
import { fetchedMessageSchema } from "../store/message-object.ts";
import { fetchedMessages, sideQueriesFor } from "./fetched-messages.ts";
import { heldPage } from "./held-page.ts";
import { packPlan, planPage, unpackPlan } from "./page-plan.ts";

export const getMessagesEndpoint = query({
  route: "GET /messages",
  outside: true,
  scope: "read",
  by: "spectator",
  params: {
    anchor: optional(quotableText("number")),
    anchor_date: optional(quotableText("word")),
    use_first_unread_anchor: optional(boolean),
    include_anchor: optional(boolean),
    num_before: optional(count),
    num_after: optional(count),
    message_ids: optional(json(boundedList(v.pipe(v.number(), v.integer()), "messages"))),
    narrow: optional(json(narrowSchema), []),
    client_gravatar: optional(boolean, true),
    apply_markdown: optional(boolean, true),
    allow_empty_topic_name: optional(boolean, false),
  },
  reply: {
    messages: v.array(fetchedMessageSchema),
    anchor: v.optional(v.number()),
    found_anchor: v.boolean(),
    found_oldest: v.boolean(),
    found_newest: v.boolean(),
    history_limited: v.boolean(),
  },
  plan({ realm, actor, params }) {
    const { anchor, anchor_date, use_first_unread_anchor, include_anchor, num_before, num_after, message_ids } = params;
    const range = { anchor, anchor_date, use_first_unread_anchor, include_anchor, num_before, num_after, message_ids };
    return packPlan(planPage(realm, actor, parseTerms(params.narrow), parseRange(range)));
  },
  withoutBulk({ realm, plan }) {
    const { page, context } = unpackPlan(plan);
    const held = heldPage(realm, page);
    return held && packPlan({ page: held, context });
  },
  async answer({ bulk, params, request, plan }) {
    const { page, context } = unpackPlan(plan);
    const form = { ...params, client: request.client };
    const { rows, anchor, ...found } = await fetchPage(bulk, page, sideQueriesFor(context, form));
    const messages = await fetchedMessages(bulk, rows, { view: page.view, context, form });
    return { ...found, ...(anchor === null ? {} : { anchor }), messages };
  },
});

/** Returns which messages match a narrow. Clients use this for messages that were just sent. */
export const matchNarrowEndpoint = query({
  route: "GET /messages/matches_narrow",
  outside: true,
  params: {
    msg_ids: json(boundedList(v.pipe(v.number(), v.integer()), "messages")),
    narrow: json(narrowSchema),
    allow_empty_topic_name: optional(boolean, false),
  },
  reply: {
    messages: v.record(v.string(), v.strictObject({ match_content: v.string(), match_subject: v.string() })),
  },
  plan: ({ realm, actor, params }) =>
    planPage(realm, actor, parseTerms(params.narrow), parseRange({ message_ids: params.msg_ids })).page,
  withoutBulk: ({ realm, plan }) => heldPage(realm, plan),
  async answer({ bulk, params: { allow_empty_topic_name }, plan }) {
    const { rows } = await fetchPage(bulk, plan);
    const matches = rows.map(({ id, html, topic, highlighted }) => {
      const shown = { html, topic: shownTopic(topic, allow_empty_topic_name) };
      return [
        id,
        highlighted === null ? withoutHighlights(shown) : highlightMatches({ ...shown, highlighted }),
      ] as const;
    });
    return { messages: Object.fromEntries(matches) };
  },
});
