import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, oneOf, optional, text } from "../../../api/parameter.ts";
import { withMarkup } from "../../../markup/index.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { seconds } from "../../../util/time.ts";
import { parseRecipientParameter } from "../../messages/core/send/recipient-parameter.ts";
import { accessMessage } from "../../messages/core/store/access.ts";
import { recurrenceFrom, recurrenceParams } from "../../messages/scheduled-messages/recurrence.ts";
import { changeForAssistant, loadedFor } from "./change.ts";
import { decisionIn, decisionParams } from "./decision.ts";
import { countToolCall, endWait } from "./limits.ts";
import { noteLinks } from "./links.ts";
import { accessRequest, askPerson } from "./requests.ts";
import { outcomeFields, type WriteResult } from "./results.ts";
import { sendForAssistant } from "./send.ts";

function grantOf({ grant }: Actor): Grant {
  if (grant !== undefined) return grant;
  throw new ApiError({ code: "PERMISSION_DENIED", msg: "Only assistants can do this.", status: 403 });
}

/** Sends or schedules a message in a user's name, or asks the user first. */
const sendEndpoint = action({
  route: "POST /assistants/messages",
  internal: true,
  scope: "write",
  limited: false,
  params: {
    tool: text("word"),
    type: oneOf("direct", "channel"),
    to: text("addresses"),
    content: text("content"),
    topic: optional(text("topic")),
    at: optional(integer),
    ...recurrenceParams,
    key: optional(text("name")),
    digest: text("id"),
    asks: boolean,
    ...decisionParams,
  },
  reply: outcomeFields,
  prepare: ({ params }) => withMarkup(trimContent(params.content)),
  run({ realm, actor, params, prepared, request: { client } }) {
    const { type, to, topic, at, key, tool, digest, asks } = params;
    return sendForAssistant(realm, actor, grantOf(actor), {
      ...{ ...prepared, client, key, digest, asks, tool },
      address: { isDirect: type === "direct", to: parseRecipientParameter(to), topic },
      due: at === undefined ? undefined : recurrenceFrom(params, seconds(at)),
      decision: decisionIn(params),
    });
  },
});

/** Edits or deletes a user's message, or asks the user first. */
const changeEndpoint = action({
  route: "PATCH /assistants/messages",
  internal: true,
  scope: "write",
  limited: false,
  params: {
    tool: text("word"),
    message_id: integer,
    content: optional(text("content")),
    topic: optional(text("topic")),
    prev_content_sha256: optional(text("id")),
    deletes: optional(boolean, false),
    digest: text("id"),
    asks: boolean,
    ...decisionParams,
  },
  reply: outcomeFields,
  prepare: async ({ params }) => (params.content === undefined ? null : withMarkup(trimContent(params.content))),
  messagesToLoad: ({ realm, actor, params }) =>
    params.deletes ? [accessMessage(realm, actor, params.message_id).id] : loadedFor(realm, actor, params),
  run({ realm, actor, params, prepared }) {
    const wanted = { ...params, text: prepared, decision: decisionIn(params) };
    return changeForAssistant(realm, actor, grantOf(actor), wanted);
  },
});

const MAX_CHOICES = 5;
const MAX_LENGTHS = { question: 2000, choice: 200 };

const askPersonEndpoint = action({
  route: "POST /assistants/questions",
  internal: true,
  scope: "write",
  limited: false,
  params: {
    question: text("content"),
    choices: optional(json(boundedList(boundedText("name"), "names")), []),
    about: optional(text("content")),
  },
  reply: { handle: v.string(), expires_at: v.number() },
  run({ realm, actor, params: { question, choices, about } }) {
    const grant = grantOf(actor);
    if (question.trim() === "" || [...question].length > MAX_LENGTHS.question)
      throw badRequest("A question has 1 to 2,000 characters.");
    if (
      choices.length > MAX_CHOICES ||
      choices.some((one) => one.trim() === "" || [...one].length > MAX_LENGTHS.choice)
    ) {
      throw badRequest("There can be 5 choices of 1 to 200 characters.");
    }
    countToolCall(realm, grant, "write");
    return askPerson(realm, actor, grant, { question, choices, about });
  },
});

const getRequestEndpoint = action({
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

/**
 * Counts a change to something other than a message, such as a reaction. The tool then makes the change. Throws if the
 * organization requires approval of all writes, because only messages can wait for approval.
 */
function letMark(realm: Realm, grant: Grant): WriteResult {
  countToolCall(realm, grant, "write");
  if (grant.approval === "all")
    throw badRequest(
      "The person has to approve this, and only messages are kept until then: ask them to do it themselves.",
    );
  return { state: "sent" };
}

/** Counts a call that changes something other than messages. */
const markEndpoint = action({
  route: "POST /assistants/marks",
  internal: true,
  scope: "write",
  limited: false,
  reply: outcomeFields,
  run: ({ realm, actor }) => letMark(realm, grantOf(actor)),
});

/** Counts a tool call that only reads or waits, before it runs. Changes are counted by their own endpoints. */
const beginCallEndpoint = action({
  route: "POST /assistants/calls",
  internal: true,
  scope: "any",
  limited: false,
  params: { kind: oneOf("read", "wait") },
  run: ({ realm, actor, params: { kind } }) => countToolCall(realm, grantOf(actor), kind),
});

/** Records the hosts of the links that a call showed the assistant, each with its conversation. */
const endCallEndpoint = action({
  route: "POST /assistants/calls/end",
  internal: true,
  scope: "any",
  limited: false,
  params: {
    kind: oneOf("read", "wait"),
    links: optional(
      json(boundedList(v.strictTuple([boundedText("name"), v.pipe(v.number(), v.integer())]), "names")),
      [],
    ),
  },
  run({ realm, actor, params: { kind, links } }) {
    const grant = grantOf(actor);
    if (kind === "wait") endWait(realm, grant);
    noteLinks(realm, grant, links);
  },
});

export const approvalEndpoints = [
  sendEndpoint,
  changeEndpoint,
  askPersonEndpoint,
  getRequestEndpoint,
  markEndpoint,
  beginCallEndpoint,
  endCallEndpoint,
];
