import { action } from "../../../endpoints/endpoint.ts";
import { boolean, text } from "../../../endpoints/parameter.ts";
import { decisionIn, decisionParams } from "./decision.ts";
import { grantOf } from "./grant-of.ts";
import { letMark } from "./mark.ts";
import { outcomeFields } from "./results.ts";

/** Counts a call that changes something other than messages, or has the person asked first. */
export const markEndpoint = action({
  route: "POST /assistants/marks",
  internal: true,
  scope: "write",
  limited: false,
  params: { tool: text("word"), digest: text("id"), asks: boolean, ...decisionParams },
  reply: outcomeFields,
  run: ({ realm, actor, params }) => letMark(realm, actor, grantOf(actor), { ...params, decision: decisionIn(params) }),
});
