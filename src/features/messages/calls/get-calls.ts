import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { accessCall } from "./access.ts";
import { callsAt, pastCallObject } from "./calls.ts";
import { callSchema } from "./events.ts";
import { conversationParams, conversationToRead } from "./start-call.ts";

const pastCallSchema = v.strictObject({
  ...callSchema.entries,
  ended_at: v.nullable(v.number()),
  seconds: v.nullable(v.number()),
  /** The users who were in at some time. */
  people_ids: v.array(v.number()),
});

/** The calls of a conversation, newest first. */
export const getCallsEndpoint = action({
  route: "GET /calls",
  by: "human",
  params: conversationParams,
  reply: { calls: v.array(pastCallSchema) },
  run: ({ realm, actor, params }) => ({ calls: callsAt(realm, actor, conversationToRead(realm, actor, params)) }),
});

/** A call, as one sees it before joining: who is in. */
export const getCallEndpoint = action({
  route: "GET /calls/:call_id",
  by: "human",
  params: { call_id: text("id") },
  reply: { call: pastCallSchema },
  run({ realm, actor, params }) {
    const { row, place } = accessCall(realm, actor, params.call_id);
    return { call: pastCallObject(realm, row, place, actor.user_id) };
  },
});
