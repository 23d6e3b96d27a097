import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { grantOf } from "./grant-of.ts";
import { accessRequest } from "./requests.ts";

/** Tells how far a request of an assistant to its person is. */
export const getRequestEndpoint = action({
  route: "GET /assistants/requests",
  internal: true,
  scope: "any",
  limited: false,
  params: { handle: text("id") },
  reply: {
    state: v.picklist(["waiting", "approved", "declined", "expired", "failed", "answered"]),
    answer: v.nullable(v.string()),
    message_id: v.nullable(v.number()),
    expires_at: v.number(),
  },
  run({ realm, actor, params }) {
    const { state, answer, message_id, expires_at } = accessRequest(realm, actor, grantOf(actor), params.handle);
    return { state, answer, message_id, expires_at };
  },
});
