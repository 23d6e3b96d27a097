import * as v from "valibot";
import { query } from "../../../../api/endpoint.ts";
import { boolean, json, optional } from "../../../../api/parameter.ts";
import { boundedList } from "../../../../protocol/bounded.ts";
import { shownTopic } from "../../../../protocol/limits.ts";
import { fetchPage, narrowSchema, parseRange, parseTerms } from "../narrow/index.ts";
import { highlightMatches, withoutHighlights } from "../search/index.ts";
import { heldPage } from "./held-page.ts";
import { planPage } from "./page-plan.ts";

/** Returns which messages match a narrow. Clients use it for messages that were just sent. */
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
