import { refusalOf } from "../../../protocol/errors.ts";
import type { JobContext } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { renderChecked } from "../../messages/core/send/outgoing-message.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import { answerDelivered } from "../../messages/presses/answer.ts";
import { pressFailed } from "../../messages/presses/presses.ts";
import { actorOf, findUser, type User } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { beginTries, endTry, finishCall, isLostForGood, isQueued, type Try, tryAgain } from "./call-queue.ts";
import { type CallResult, callService } from "./call-service.ts";
import { tellOwnerOfFailure, writeFailure } from "./failure.ts";
import { CLIENT, placeOfReply } from "./reply-place.ts";
import { requestFor, type ServiceRequest } from "./request.ts";
import type { CallRow } from "./rows.ts";

/**
 * Job: starts due calls. It doesn't wait for them, so slow services don't hold up other jobs and timers. Calls that are
 * lost when the object is evicted stay in the queue, and are started again.
 */
export function deliverCalls(context: JobContext): void {
  for (const one of context.realm.change(() => beginTries(context.realm))) void deliver(context, one);
}

async function deliver(context: JobContext, { call, timeoutMs }: Try): Promise<void> {
  const { realm, log } = context;
  try {
    const request = await realm.changeWithMessages([call.message_id], () =>
      requestFor(realm, call, placeOfMessage(realm, call.message_id)),
    );
    const outcome = await outcomeOf(context, request, { call, timeoutMs });
    realm.change(() => finishDelivery(realm, call, request, outcome));
  } catch (error) {
    log.failure("outgoing_call_failed", error, { bot: call.bot_id });
  }
  try {
    endTry(realm, call);
  } catch (error) {
    log.failure("outgoing_call_failed", error, { bot: call.bot_id });
  }
}

async function outcomeOf(
  context: JobContext,
  request: ServiceRequest,
  { call, timeoutMs }: Try,
): Promise<CallResult | null> {
  if (request.kind !== "request") return null;
  if (isLostForGood(call)) {
    return { kind: "failed", said: "Bot is unavailable", problem: "The delivery kept breaking off." };
  }
  return callService(context, request, { timeoutMs, call });
}

/** Ends a delivery and applies its results in one change, so that its reply is posted exactly once. */
function finishDelivery(realm: Realm, call: CallRow, request: ServiceRequest, outcome: CallResult | null): void {
  if (!isQueued(realm, call)) return;
  if (isDeactivated(realm)) {
    finishCall(realm, call);
    return;
  }
  const { message_id: message } = call;
  if (outcome?.kind === "failed" && outcome.againMs !== undefined && tryAgain(realm, call, outcome.againMs)) return;
  finishCall(realm, call);
  // The bot's account may have changed since the request.
  const bot = request.kind === "gone" ? undefined : findUser(realm, call.bot_id);
  if (call.press_id !== null) finishPress(realm, call, call.press_id, bot, outcome);
  if (bot === undefined || call.press_id !== null) return;
  if (request.kind === "refused") writeFailure(realm, { bot, message, said: request.said });
  if (outcome?.kind === "answered" && outcome.reply !== null) postReply(realm, bot, call, outcome.reply);
  if (outcome?.kind !== "failed") return;
  realm.log.warn("outgoing_webhook_failed", { bot: bot.id, tries: call.tries, problem: outcome.said });
  writeFailure(realm, { ...outcome, bot, message });
}

/**
 * Ends the delivery of a button press. On failure, immediately notifies the user who pressed, and notifies the bot's
 * owner of the reason.
 */
function finishPress(
  realm: Realm,
  { message_id: message, tries }: CallRow,
  press: number,
  bot: User | undefined,
  outcome: CallResult | null,
): void {
  const { problem, response } = problemOfPress(realm, press, outcome);
  if (problem === undefined) return;
  pressFailed(realm, press);
  if (bot === undefined) return;
  realm.log.warn("outgoing_webhook_failed", { bot: bot.id, tries, problem });
  tellOwnerOfFailure(realm, { bot, message, said: problem, problem, response });
}

/** Passes the service's answer on to the user who pressed, or returns why that failed. */
function problemOfPress(
  realm: Realm,
  press: number,
  outcome: CallResult | null,
): { readonly problem?: string; readonly response?: string | undefined } {
  if (outcome?.kind === "failed") return outcome;
  if (outcome?.kind !== "pressed") return { problem: "It couldn't be called." };
  // A refusal can be caught here, because checks precede writes and nothing was written.
  const refusal = refusalOf(() => answerDelivered(realm, press, outcome.answer, CLIENT));
  return refusal === undefined ? {} : { problem: refusal.message };
}

/**
 * Posts a service's reply from its bot, in the conversation of the answered message. Checks which mentions the bot may
 * make, but not whether it may post there.
 */
function postReply(
  realm: Realm,
  bot: User,
  { message_id: message }: CallRow,
  { content, markup, widget }: NonNullable<Extract<CallResult, { kind: "answered" }>["reply"]>,
): void {
  const place = placeOfMessage(realm, message);
  const destination = place && placeOfReply(realm, place);
  if (destination === undefined) return;
  // A refusal can be caught here, because checks precede writes and nothing was written.
  const problem = refusalOf(() => {
    const rendered = renderChecked(realm, actorOf(bot), destination, markup);
    postMessage(realm, { sender: bot, destination, content, rendered, client: CLIENT, readBySender: false, widget });
  })?.message;
  if (problem !== undefined) writeFailure(realm, { bot, message, said: problem, problem, response: content });
}
