import type { ErrorShape } from "../protocol/errors.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { Credentials, RunCredentials } from "./credentials.ts";
import type { RequestFacts } from "./request-facts.ts";

/**
 * The version of everything that crosses between the Worker and a realm object, of which one may run an older program
 * during a deploy. Fields are only ever added. Any other change, also of the plans, prepared values and results of
 * endpoints, raises this number: the two then refuse each other until both run the same program.
 */
export const PROTOCOL = 2;

/** The program that speaks; the oldest ones do not say which they are, and are refused. */
export interface Version {
  readonly protocol?: number;
  /** The id of its deployment. */
  readonly build?: string;
}

const STEPS = ["admit", "plan", "held", "run"] as const;

/** A step of an endpoint, which the Worker asks the realm object to run. */
export interface RealmCall extends Version {
  readonly subdomain: string;
  readonly route: string;
  /**
   * `admit` only checks that the caller may call; `plan` and `run` are the endpoint's own. `held` asks for the answer
   * itself, of what the realm holds; the oldest programs do not know it.
   */
  readonly step: (typeof STEPS)[number];
  /** Whether an earlier step of the request has counted against the caller's rate limit. */
  readonly counted?: boolean;
  readonly credentials: Credentials | RunCredentials | null;
  /** The decoded parameters; empty where they are `refused`. */
  readonly params: Record<string, unknown>;
  /** The reason why the parameters cannot be decoded; the realm throws it once the caller is admitted. */
  readonly refused: ErrorShape | null;
  /** The result of the endpoint's `prepare`. */
  readonly prepared: unknown;
  /** Whether the form has a file; the oldest programs do not say. */
  readonly sendsFile?: boolean;
  readonly facts: RequestFacts;
}

export type RealmAnswer = Version & {
  readonly limit: LimitState | null;
  /** The caller's account, once the realm knows it. */
  readonly user?: number | undefined;
} & (
    | {
        readonly ok: true;
        readonly realm: number;
        readonly value: unknown;
        readonly absent?: true;
        /** Whether the value of a plan is the reply already, made without D1. */
        readonly answered?: true;
        /** The state of D1 that has all that was shipped; older programs do not say. */
        readonly bookmark?: string | null;
        /** The name of the database that has the organization's rows; older programs, which know of one, do not say. */
        readonly database?: string;
      }
    | { readonly ok: false; readonly error: ErrorShape }
  );

/** The answer of an object that runs another program and does not understand the call; it has done nothing. */
export interface Stale {
  readonly stale: true;
}
export const STALE: Stale = { stale: true };

/** A client's poll of its event queue. It travels in a header, because only `fetch` can be answered with a WebSocket. */
export interface PollCall extends Version {
  readonly subdomain: string;
  readonly credentials: Credentials | null;
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly dont_block: boolean;
  /** Whether an earlier call of the same request has counted against the caller's rate limit. */
  readonly counted?: boolean;
  /** Whether a stream is wanted: a WebSocket that stays. The oldest programs do not say. */
  readonly stream?: boolean;
  /** For a stream, where its client is, or "" if that is not known. The programs that do not say know of no relays. */
  readonly continent?: string;
  readonly refused: ErrorShape | null;
  readonly facts: RequestFacts;
}

/** The object's answer to a poll that comes as a call; `body` is null where the poll should come as a request. */
export interface PollAnswer extends Version {
  readonly body: string | null;
  readonly error: ErrorShape | null;
  readonly limit: PollLimit | null;
  /** For how many milliseconds polls will wait in the object's memory: while they do, calls are the cheaper way. */
  readonly heldMs: number;
}

/** Header of a poll's answer with `heldMs`. */
export const HELD_HEADER = "x-parley-held";
export const POLL_HEADER = "x-parley-poll";
/** Header with a PollLimit as JSON. */
export const LIMIT_HEADER = "x-parley-limit";
/** The caller's rate limit, with the organization and the account for the log. */
export type PollLimit = LimitState & { readonly realm?: number | undefined; readonly user?: number | undefined };
/** Header of an answer with a WebSocket that is a stream; an older program's is one to wait on. */
export const STREAM_HEADER = "x-parley-stream";
/** The value of that header where the answer has the way to a relay that opens the stream. */
export const BY_RELAY = "relay";
/** Header that marks a poll's answer as Stale. */
export const STALE_HEADER = "x-parley-stale";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether a call has the fields that all calls have, in this program's version. */
const isSpoken = (call: unknown): call is Record<string, unknown> =>
  isObject(call) && call["protocol"] === PROTOCOL && typeof call["subdomain"] === "string" && isObject(call["facts"]);

export const isReadableCall = (call: unknown): call is RealmCall =>
  isSpoken(call) &&
  typeof call["route"] === "string" &&
  STEPS.some((step) => step === call["step"]) &&
  isObject(call["params"]);

export const isReadablePoll = (call: unknown): call is PollCall =>
  isSpoken(call) && typeof call["queue_id"] === "string";

/** A poll's call as a header: JSON of printable ASCII, without `%`, so that decodeURIComponent leaves it as it is. */
export const writePoll = (call: PollCall): string =>
  JSON.stringify(call).replace(/[^ -$&-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Reads the call in a poll's header, which older programs percent-encode; undefined where this program cannot. */
export function readPoll(header: string | null): PollCall | undefined {
  let call: unknown;
  try {
    call = JSON.parse(header?.startsWith("{") ? header : decodeURIComponent(header ?? ""));
  } catch {
    return undefined;
  }
  // The other fields are as the sender's program says: one of another form says another protocol.
  return isReadablePoll(call) ? call : undefined;
}

/** Refuses an answer of another form as an error that may be repeated: the object may have done what it was asked. */
export function readAnswer(answer: RealmAnswer | Stale): RealmAnswer | Stale {
  if ("stale" in answer || typeof answer.ok === "boolean") return answer;
  throw unknownForm();
}

/** `retryable` is how Cloudflare marks an error after which a call may be repeated. */
export const unknownForm = () =>
  Object.assign(new Error("the organization's object gave an answer of an unknown form"), { retryable: true });

/** The earlier state of an organization's object that is wanted: its bookmark, or a time, in milliseconds. */
export type EarlierState = { readonly bookmark: string } | { readonly at: number };

/**
 * The bookmark that an object is put back to, and the one that takes that back; or the reason why it cannot be done.
 */
export type PutBack = { readonly bookmark: string; readonly undo: string } | { readonly refused: string };

/** Whether an object has erased its storage; or why it has not. */
export type Erased = { readonly erased: boolean } | { readonly refused: string };
