import type { ErrorShape } from "../protocol/errors.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { Credentials, RunCredentials } from "./credentials.ts";
import type { RequestFacts } from "./request-facts.ts";

/**
 * Version of everything exchanged between the Worker and a realm object. During a deploy, one of them may run an older
 * program. Fields are only ever added. Any other change, including to endpoints' plans, prepared values and results,
 * raises this number: the two then refuse each other until both run the same program.
 */
export const PROTOCOL = 2;

/** The sender's protocol version and build. The oldest server versions don't send them, and are refused. */
export interface Version {
  readonly protocol?: number;
  readonly build?: string;
}

const STEPS = ["admit", "plan", "held", "run"] as const;

/** A step of an endpoint that the Worker calls in the realm object. */
export interface RealmCall extends Version {
  readonly subdomain: string;
  readonly route: string;
  /**
   * `admit` only checks that the caller is allowed to call; `plan` and `run` are the endpoint's own. `held` requests
   * the reply, built from the rows that the realm holds; the oldest programs don't support it.
   */
  readonly step: (typeof STEPS)[number];
  /** True if an earlier step of the request was counted against the caller's rate limit. */
  readonly counted?: boolean;
  readonly credentials: Credentials | RunCredentials | null;
  /** The decoded parameters; empty if they are `refused`. */
  readonly params: Record<string, unknown>;
  /** Why the parameters can't be decoded. The realm throws this error once the caller is admitted. */
  readonly refused: ErrorShape | null;
  readonly prepared: unknown;
  /** True if the request's form includes a file. Missing from the oldest programs. */
  readonly sendsFile?: boolean;
  readonly facts: RequestFacts;
}

export type RealmAnswer = Version & {
  readonly limit: LimitState | null;
  readonly user?: number | undefined;
} & (
    | {
        readonly ok: true;
        readonly realm: number;
        readonly value: unknown;
        readonly absent?: true;
        /** True if the value of a plan is already the reply, built without D1. */
        readonly answered?: true;
        /** Bookmark of a D1 state that includes everything shipped. Missing from older programs. */
        readonly bookmark?: string | null;
        /** Name of the database with the organization's rows. Missing from older programs, which only support one. */
        readonly database?: string;
      }
    | { readonly ok: false; readonly error: ErrorShape }
  );

/**
 * The answer of an object that can't read the call, because it runs another version of the code, or whose organization
 * was erased. The object has done nothing.
 */
export interface Stale {
  readonly stale: true;
}
export const STALE: Stale = { stale: true };

/** A client's poll of its event queue. Sent in a header, because only `fetch` can be answered with a WebSocket. */
export interface PollCall extends Version {
  readonly subdomain: string;
  readonly credentials: Credentials | null;
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly dont_block: boolean;
  /** True if an earlier call of the same request was counted against the caller's rate limit. */
  readonly counted?: boolean;
  /** True to get a stream: a WebSocket that stays open. Missing from the oldest programs. */
  readonly stream?: boolean;
  /** For a stream, its client's continent, or "" if unknown. Missing from programs that don't support relays. */
  readonly continent?: string;
  readonly refused: ErrorShape | null;
  readonly facts: RequestFacts;
}

/**
 * The object's answer to a poll sent as an RPC call. If `body` and `error` are null, the poll should be sent as a
 * request.
 */
interface PollAnswer {
  readonly body: string | null;
  readonly error: ErrorShape | null;
  readonly limit: PollLimit | null;
  /**
   * Milliseconds that a poll arriving now would wait in the object's memory. During that time, polls can be sent as RPC
   * calls, which are cheaper than requests.
   */
  readonly heldMs: number;
}

/** Encodes the answer as text, because a call that returns an object costs the platform a quarter more. */
export const writePollAnswer = ({ body, ...rest }: PollAnswer): string => `${JSON.stringify(rest)}\n${body ?? ""}`;

export function readPollAnswer(text: string): PollAnswer {
  const end = text.indexOf("\n");
  return { ...JSON.parse(text.slice(0, end)), body: text.slice(end + 1) || null };
}

/** Header of a poll's answer with `heldMs`. */
export const HELD_HEADER = "x-parley-held";
export const POLL_HEADER = "x-parley-poll";
/** Header with a PollLimit as JSON. */
export const LIMIT_HEADER = "x-parley-limit";
/** The caller's rate limit, with the organization and the account for the log. */
export type PollLimit = LimitState & { readonly realm?: number | undefined; readonly user?: number | undefined };
/** Header of an answer whose WebSocket is a stream. An older program's WebSocket only delivers one answer. */
export const STREAM_HEADER = "x-parley-stream";
/** Value of `STREAM_HEADER` if the answer contains the route to a relay that opens the stream. */
export const BY_RELAY = "relay";
/** Header that marks a poll's answer as Stale. */
export const STALE_HEADER = "x-parley-stale";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** True if a value has the fields common to all calls, and this program's protocol version. */
const isSpoken = (call: unknown): call is Record<string, unknown> =>
  isObject(call) && call["protocol"] === PROTOCOL && typeof call["subdomain"] === "string" && isObject(call["facts"]);

export const isReadableCall = (call: unknown): call is RealmCall =>
  isSpoken(call) &&
  typeof call["route"] === "string" &&
  STEPS.some((step) => step === call["step"]) &&
  isObject(call["params"]);

export const isReadablePoll = (call: unknown): call is PollCall =>
  isSpoken(call) && typeof call["queue_id"] === "string";

/**
 * Encodes a poll's call as a header: JSON in printable ASCII, without `%`, so that decodeURIComponent leaves it
 * unchanged.
 */
export const writePoll = (call: PollCall): string =>
  JSON.stringify(call).replace(/[^ -$&-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Reads the call in a poll's header, which older programs percent-encode. Returns undefined if this program can't read
 * it.
 */
export function readPoll(header: string | null): PollCall | undefined {
  let call: unknown;
  try {
    call = JSON.parse(header?.startsWith("{") ? header : decodeURIComponent(header ?? ""));
  } catch {
    return undefined;
  }
  // The other fields needn't be checked: if their form had changed, the protocol version would have, too.
  return isReadablePoll(call) ? call : undefined;
}

/** Throws a retryable error for an answer of an unknown form, because the object may have carried out the call. */
export function readAnswer(answer: RealmAnswer | Stale): RealmAnswer | Stale {
  if ("stale" in answer || typeof answer.ok === "boolean") return answer;
  throw unknownForm();
}

/**
 * Returns the error for an answer of an unknown form. `retryable` is Cloudflare's mark for errors that allow the call
 * to be repeated.
 */
export const unknownForm = () =>
  Object.assign(new Error("the organization's object gave an answer of an unknown form"), { retryable: true });

/** The requested earlier state of an organization's object: a bookmark, or a time in milliseconds. */
export type EarlierState = { readonly bookmark: string } | { readonly at: number };

/**
 * The bookmark that an object is restored to and the one that undoes the restore, or the reason it can't be restored.
 */
export type PutBack = { readonly bookmark: string; readonly undo: string } | { readonly refused: string };

/** Whether an object has erased its storage, or why it hasn't. */
export type EraseResult = { readonly erased: boolean } | { readonly refused: string };
