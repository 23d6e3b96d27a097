import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { fillMarkup, packMarkup, parseMarkupNow, plainMarkdown, readMarkup } from "../../../markup/index.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import { ApiError, badRequest, notFound } from "../../../protocol/errors.ts";
import { channelIdSchema, toMessageId, userIdSchema } from "../../../protocol/ids.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { DecidedPart } from "../../../protocol/submessage.ts";
import { grantActsHook } from "../../../realm/admission-hooks.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY, days, inMilliseconds, seconds } from "../../../util/time.ts";
import { type MessageIndexRow, placeOfMessage } from "../../conversations/conversations.ts";
import { markupNames } from "../../messages/core/send/markup-names.ts";
import { destinationOf, renderChecked } from "../../messages/core/send/outgoing-message.ts";
import { nextDue, type Repeating, recurrenceFrom } from "../../messages/scheduled-messages/recurrence.ts";
import { checkNotLate } from "../../messages/scheduled-messages/send-scheduled-message.ts";
import { addDecision } from "../../messages/widget-actions/submessages.ts";
import { systemBotIds } from "../../organization/accounts/accounts.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { auditDecision } from "./decision.ts";
import { deliver, type ReadyMessage } from "./deliver.ts";
import type { WriteResult } from "./results.ts";
import type { RequestRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { choiceEmoji, placeNamed, proposalText, type Question, questionText } from "./texts.ts";

/** Maximum number of pending requests per grant. */
const MAX_WAITING = 20;
/** How long a user can decide a request. */
const LIFETIME = DAY;
const RETENTION = days(7);

export const TIMER = "assistant-request";
const timerOf = (id: number) => `${TIMER}:${id}`;

const APPROVE = { emoji_name: "check", emoji_code: "2705" };
const DECLINE = { emoji_name: "cross_mark", emoji_code: "274c" };

const messageSchema = v.object({
  channel: v.nullable(channelIdSchema),
  topic: v.string(),
  members: v.array(userIdSchema),
  content: v.string(),
  markup: v.string(),
  client: v.string(),
  tool: v.string(),
  due: v.nullable(v.pipe(v.number(), v.transform(seconds))),
  recurrence: v.optional(v.nullable(v.string()), null),
  time_zone: v.optional(v.nullable(v.string()), null),
});
type WaitingMessage = v.InferOutput<typeof messageSchema>;
const readMessage = stored<v.GenericSchema<unknown, WaitingMessage | null>>(
  "assistant_requests.message",
  v.nullable(messageSchema),
  () => null,
);
const readChoices = stored("assistant_requests.choices", v.array(v.string()), () => []);

const handleOf = ({ id }: Pick<RequestRow, "id">): string => `request-${id}`;

interface NewRequest {
  readonly text: string;
  readonly choices: readonly { readonly emoji_name: string; readonly emoji_code: string; readonly text: string }[];
  readonly row: Pick<RequestRow, "message" | "choices">;
}

function createRequest(realm: Realm, actor: Actor, grant: Grant, { text, choices, row }: NewRequest): RequestRow {
  const { count } = rows.countWaiting.one(realm.sql, { grant: grant.id });
  if (count >= MAX_WAITING)
    throw badRequest(`${MAX_WAITING} requests wait for the person: wait until they have decided.`);
  checkContent(text);
  // Resolves names as if the reader had written the text.
  const rendered = fillMarkup(parseMarkupNow(text), markupNames(realm, actor));
  const widget = { widget_type: "reactions" as const, extra_data: { choices: [...choices] } };
  const notice_id = sendDirectNotice(realm, { to: actor.user_id, content: text, rendered, widget });
  const created_at = realm.seconds();
  rows.deleteOldRequests.run(realm.sql, { before: before(created_at, RETENTION) });
  const expires_at = after(created_at, LIFETIME);
  const request = rows.insertRequest.one(realm.sql, {
    ...{ user_id: actor.user_id, grant_id: grant.id, grant_name: grant.name, notice_id },
    ...{ state: "waiting" as const, created_at, expires_at, ...row },
  });
  realm.timers.set(timerOf(request.id), inMilliseconds(expires_at));
  return request;
}

export function propose(
  realm: Realm,
  actor: Actor,
  grant: Grant,
  { destination, content, markup, client, due, tool }: ReadyMessage & { readonly tool: string },
): WriteResult {
  const place =
    destination.kind === "channel"
      ? { channel: destination.channel.id, topic: destination.topic, members: [] }
      : { channel: null, topic: "", members: destination.members.filter((id) => id !== actor.user_id) };
  const { due_at = null, recurrence = null, time_zone = null } = due ?? {};
  const times = { due: due_at, recurrence, time_zone };
  const message = { ...place, content, markup: packMarkup(markup), client, tool, ...times };
  const request = createRequest(realm, actor, grant, {
    text: proposalText({ assistant: grant.name, where: placeNamed(realm, actor, destination), content, due }),
    choices: [
      { ...APPROVE, text: "approve" },
      { ...DECLINE, text: "decline" },
    ],
    row: { message: JSON.stringify(message), choices: null },
  });
  return { state: "awaiting_approval", handle: handleOf(request), expires_at: request.expires_at };
}

/** Asks a user a question, which they answer with a reaction or reply. */
export function askPerson(realm: Realm, actor: Actor, grant: Grant, wanted: Question) {
  const { choices } = wanted;
  const request = createRequest(realm, actor, grant, {
    text: questionText(grant.name, wanted),
    choices: choices.map((text, index) => ({ ...choiceEmoji(index), text })),
    row: { message: null, choices: JSON.stringify(choices) },
  });
  return { handle: handleOf(request), expires_at: request.expires_at };
}

/** Returns a request of the calling assistant. Throws for requests of others, as if they didn't exist. */
export function accessRequest(realm: Realm, { user_id }: Actor, grant: Pick<Grant, "id">, handle: string): RequestRow {
  const [, id] = /^request-(\d{1,15})$/.exec(handle) ?? [];
  const row = id === undefined ? undefined : rows.requestById.first(realm.sql, { id: Number(id) });
  if (row?.user_id !== user_id || row.grant_id !== grant.id) throw notFound("There is no such handle.");
  return row;
}

/** Returns the current outcome of a call that was awaiting the user's decision. */
export function outcomeNow(realm: Realm, actor: Actor, grant: Grant, outcome: WriteResult): WriteResult {
  if (outcome.state !== "awaiting_approval" || outcome.handle === undefined) return outcome;
  const { state, message_id, answer } = accessRequest(realm, actor, grant, outcome.handle);
  switch (state) {
    case "approved":
      if (message_id !== null) return { state: "sent", message_id };
      throw badRequest("The person has approved this, and it is scheduled.");
    case "declined":
      return { state: "declined" };
    case "expired":
      throw badRequest("The person has not decided about this in time, and it is not sent.");
    case "failed":
      throw badRequest(`The person has approved this, but it could not be sent: ${answer}`);
    default:
      return outcome;
  }
}

/**
 * Decides a request by the user's reaction. Ignores reactions of others. Throws if an assistant reacts for the user.
 */
export function decideByReaction(
  realm: Realm,
  actor: Actor,
  { id, sender_id }: Pick<MessageIndexRow, "id" | "sender_id">,
  { emoji_code, reaction_type }: { readonly emoji_code: string; readonly reaction_type: string },
): void {
  if (!systemBotIds(realm).has(sender_id)) return;
  const row = rows.requestByNotice.first(realm.sql, { notice: id });
  if (row?.user_id !== actor.user_id) return;
  if (actor.grant !== undefined) throw badRequest("Only the person can react to this.");
  if (row.state !== "waiting" || reaction_type !== "unicode_emoji") return;
  if (row.message === null) {
    const answer = readChoices(row.choices ?? "[]", row.id).find(
      (_, index) => choiceEmoji(index).emoji_code === emoji_code,
    );
    if (answer !== undefined) decide(realm, row, { state: "answered", answer });
  } else if (emoji_code === APPROVE.emoji_code) approve(realm, row);
  else if (emoji_code === DECLINE.emoji_code) {
    auditDecision(realm, row, { id: row.grant_id }, { approved: false, by: "reaction", request: row.id });
    decide(realm, row, { state: "declined" });
  }
}

/** Treats a user's message to the notification bot as the answer to the latest question they were asked. */
export function answerByReply(realm: Realm, user: Actor["user_id"], content: string): void {
  const row = rows.newestQuestion.first(realm.sql, { user });
  if (row !== undefined) decide(realm, row, { state: "answered", answer: content });
}

const expire = (realm: Realm, row: RequestRow) => decide(realm, row, { state: "expired" });

export function expireRequest(realm: Realm, id: number): void {
  const row = rows.requestById.first(realm.sql, { id });
  if (row?.state === "waiting") expire(realm, row);
}

/** Expires a grant's pending requests. Called when the grant ends, so that nothing more is sent for it. */
export function expireRequestsOf(realm: Realm, grant: number): void {
  for (const row of rows.waitingOfGrant.all(realm.sql, { grant })) expire(realm, row);
}

function decide(
  realm: Realm,
  { id, notice_id, choices }: RequestRow,
  {
    state,
    answer = null,
    message_id = null,
  }: { readonly state: DecidedPart["state"] } & Partial<Pick<RequestRow, "answer" | "message_id">>,
): void {
  rows.decideRequest.run(realm.sql, { id, state, answer, message_id });
  realm.timers.clear(timerOf(id));
  const notice = placeOfMessage(realm, notice_id);
  if (notice === undefined) return;
  const choice = readChoices(choices ?? "[]", id).find((one) => one === answer);
  addDecision(realm, notice, {
    ...{ type: "decided", state },
    ...(choice !== undefined && { choice }),
    ...(message_id !== null && { message_id }),
  });
}

/** Sends an approved message within the change that approves it. Checks all permissions again. */
function approve(realm: Realm, row: RequestRow): void {
  const message = readMessage(row.message ?? "null", row.id);
  auditDecision(realm, row, { id: row.grant_id }, { approved: true, by: "reaction", request: row.id });
  try {
    if (message === null) throw badRequest("It can't be read anymore.");
    const { message_id } = send(realm, row, message);
    decide(realm, row, { state: "approved", message_id: message_id === undefined ? null : toMessageId(message_id) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    decide(realm, row, { state: "failed", answer: error.message });
    sendDirectNotice(realm, {
      to: row.user_id,
      content: `Couldn't send that message: ${plainMarkdown(error.message)}`,
    });
  }
}

/**
 * Moves a schedule to its next future time. Returns undefined if its only time has just passed, and throws if that was
 * long ago.
 */
function inFuture(realm: Realm, due: Repeating): Repeating | undefined {
  if (due.due_at > realm.seconds()) return due;
  const next = nextDue(realm, due);
  if (next !== undefined) return { ...due, due_at: next };
  checkNotLate(realm, due.due_at);
  return undefined;
}

function send(realm: Realm, row: RequestRow, message: WaitingMessage): WriteResult {
  const actor = realm.ask(grantActsHook, { id: row.grant_id, user_id: row.user_id });
  const isDirect = message.channel === null;
  const to = message.channel ?? (message.members.length === 0 ? [row.user_id] : message.members);
  const destination = destinationOf(realm, actor, { isDirect, to, topic: message.topic });
  const markup = readMarkup(message.markup, message.content);
  const rendered = renderChecked(realm, actor, destination, markup);
  const due = message.due === null ? undefined : inFuture(realm, recurrenceFrom(message, message.due));
  const { content, client, tool } = message;
  const grant = { id: row.grant_id, name: row.grant_name, approval: "all" } as const;
  return deliver(
    realm,
    { actor, grant },
    { destination, rendered, content, markup, client, due },
    { tool, approval: "reaction" },
  );
}
