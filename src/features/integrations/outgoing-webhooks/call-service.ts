import type { Env } from "../../../config/env.ts";
import { type Markup, parseMarkup } from "../../../markup/index.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { readText } from "../../../outbound-http/bounded-body.ts";
import { OutsideRefused } from "../../../outbound-http/refused.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Answer, type PreparedAnswer, prepareAnswer } from "../../messages/presses/answer.ts";
import { saidWithWidget, type Widget } from "../../messages/widgets/widget.ts";
import type { Try } from "./call-queue.ts";
import { pressAnswerIn, type Reply, replyIn, UnreadableReply } from "./reply.ts";
import type { ServiceRequest } from "./request.ts";

/** Far larger than a message with a widget. */
const MAX_BYTES = 256 * 1024;
/** Pauses before retries if a service responds, but fails (5xx) or is overloaded (429). */
const PAUSES_MS = [1000, 3000, 8000];

export interface PreparedReply {
  readonly content: string;
  readonly markup: Markup;
  readonly widget: Widget | undefined;
}

export type CallResult =
  | { readonly kind: "answered"; readonly reply: PreparedReply | null }
  /** The service's answer to a button press. */
  | { readonly kind: "pressed"; readonly answer: PreparedAnswer }
  | {
      readonly kind: "failed";
      readonly said: string;
      readonly problem: string;
      readonly response?: string;
      /** Delay before a retry; undefined if retrying wouldn't help. */
      readonly againMs?: number;
    };

export async function callService(
  { realm, env }: { readonly realm: Realm; readonly env: Env },
  request: Extract<ServiceRequest, { kind: "request" }>,
  { timeoutMs, call }: Try,
): Promise<CallResult> {
  const { url, headers, body } = request;
  let response = "";
  try {
    const limits = { timeoutMs, mostBytes: MAX_BYTES };
    const answer = await askOutside({ env, config: realm.config }, url, { method: "POST", headers, body, ...limits });
    if (answer.status < 200 || answer.status > 299) {
      response = await readText(answer.body).catch(() => "");
      return refusedWith(answer.status, { response, retryAfter: answer.headers.get("retry-after"), tries: call.tries });
    }
    response = await readText(answer.body);
    return call.press_id === null
      ? { kind: "answered", reply: await prepared(replyIn(response, request.interface)) }
      : { kind: "pressed", answer: await preparedAnswer(pressAnswerIn(response, request.interface)) };
  } catch (error) {
    if (error instanceof UnreadableReply) {
      return { kind: "failed", said: error.message, problem: `${error.message}.`, response };
    }
    if (error instanceof OutsideRefused) return unreached(error);
    throw error;
  }
}

/** Parsing can take long, so it happens before the change that posts the reply. */
async function prepared(reply: Reply | null): Promise<PreparedReply | null> {
  if (reply === null) return null;
  const { content, widget } = saidWithWidget(reply.content, reply.widget);
  return { content, markup: await parseMarkup(content), widget };
}

async function preparedAnswer(answer: Answer): Promise<PreparedAnswer> {
  try {
    return await prepareAnswer(answer);
  } catch (error) {
    throw error instanceof ApiError ? new UnreadableReply("Invalid response format") : error;
  }
}

function refusedWith(
  status: number,
  { response, retryAfter, tries }: { readonly response: string; readonly retryAfter: string | null; tries: number },
): CallResult {
  const failed = {
    kind: "failed",
    said: `Third party responded with ${status}`,
    problem: `It answered with status ${status}.`,
    response,
  } as const;
  if (status < 500 && status !== 429) return failed;
  const asked = /^\d{1,5}$/.test(retryAfter ?? "") ? Number(retryAfter) * 1000 : 0;
  return { ...failed, againMs: Math.max(asked, PAUSES_MS[tries - 1] ?? 0) };
}

function unreached({ reason, message }: OutsideRefused): CallResult {
  switch (reason) {
    case "timeout":
      return { kind: "failed", said: "Bot is unavailable", problem: "It didn't answer in time.", againMs: 0 };
    case "unreachable":
      return { kind: "failed", said: "Bot is unavailable", problem: "Couldn't reach it.", againMs: 0 };
    case "too_long":
      return { kind: "failed", said: "Invalid response format", problem: "Its answer is too long." };
    case "forbidden":
    case "redirects":
      return { kind: "failed", said: "Bot is unavailable", problem: `This server can't send to its URL (${message}).` };
    default:
      return reason satisfies never;
  }
}
