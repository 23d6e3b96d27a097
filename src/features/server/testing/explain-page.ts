import * as v from "valibot";
import { query } from "../../../endpoints/endpoint.ts";
import { count, json, optional, quotableText } from "../../../endpoints/parameter.ts";
import { planPage } from "../../messages/messages/fetch/page-plan.ts";
import { narrowSchema, pageQuery, parseRange, parseTerms } from "../../messages/messages/narrow/index.ts";

/** The SQL that GET /messages would run in D1, so that a bench can run it there without the server. */
export const explainPageEndpoint = query({
  route: "GET /testing/statement",
  limited: false,
  params: {
    narrow: optional(json(narrowSchema), []),
    anchor: optional(quotableText("number")),
    num_before: optional(count),
    num_after: optional(count),
  },
  reply: { sql: v.string(), values: v.array(v.string()) },
  plan({ realm, actor, params: { narrow, anchor, num_before, num_after } }) {
    const range = { anchor, use_first_unread_anchor: undefined, include_anchor: undefined, message_ids: undefined };
    return planPage(realm, actor, parseTerms(narrow), parseRange({ ...range, num_before, num_after }));
  },
  answer({ bulk, plan }) {
    const { sql, values } = pageQuery(bulk.realm, plan.page, { directs: plan.context.directs, reactors: false }) ?? {
      sql: "SELECT 1",
      values: [],
    };
    return { sql, values: [...values] };
  },
});
