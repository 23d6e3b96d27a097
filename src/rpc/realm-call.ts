import type { ErrorShape } from "../protocol/errors.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { Credentials } from "./credentials.ts";
import type { RequestFacts } from "./request-facts.ts";

/**
 * The form of all that crosses between a Worker and an organization's object: during a deploy, one of them may be of an
 * older program than the other. Fields are only ever added. What cannot be done so, also in the plans, the prepared
 * values and the results of endpoints, raises this number: the two then refuse each other until both are of one program.
 */
export const PROTOCOL = 1;

/** Who speaks; a program from before there was this says nothing. */
export interface Version {
  readonly protocol?: number;
  /** Which deployment it is of. */
  readonly build?: string;
}

const STEPS = ["admit", "plan", "run"] as const;

/** What the Worker asks of the realm: one step of one endpoint. */
export interface RealmCall extends Version {
  readonly subdomain: string;
  readonly route: string;
  /** `admit` asks no more than whether the caller may call; the endpoint's own steps follow. */
  readonly step: (typeof STEPS)[number];
  /** Whether the request has been counted against the caller's limit before. */
  readonly counted?: boolean;
  readonly credentials: Credentials | null;
  /** The decoded parameters; or why they could not be, told once the caller is known. */
  readonly params: Record<string, unknown>;
  readonly refused: ErrorShape | null;
  readonly prepared: unknown;
  /** Whether a file comes with the request; a program from before there was this does not say. */
  readonly sendsFile?: boolean;
  readonly facts: RequestFacts;
}

export type RealmAnswer = Version & {
  readonly limit: LimitState | null;
  /** Whose account it was asked by, where the realm has come to know. */
  readonly user?: number | undefined;
} & (
    | { readonly ok: true; readonly realm: number; readonly value: unknown; readonly absent?: true }
    | { readonly ok: false; readonly error: ErrorShape }
  );

/** What an object answers that is of another program than the Worker, and does not understand it: nothing was done. */
export interface Stale {
  readonly stale: true;
}
export const STALE: Stale = { stale: true };

/** What the Worker asks when a client polls its queue; it travels in a header of the request for a socket. */
export interface PollCall extends Version {
  readonly subdomain: string;
  readonly credentials: Credentials | null;
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly dont_block: boolean;
  readonly refused: ErrorShape | null;
  readonly facts: RequestFacts;
}

export const POLL_HEADER = "x-parley-poll";
/** The caller's limit, as JSON; with it, for the line about the request, whose organization and account it was. */
export const LIMIT_HEADER = "x-parley-limit";
export type PollLimit = LimitState & { readonly realm?: number; readonly user?: number };
/** Marks the answer to a poll that an object of another program does not understand. */
export const STALE_HEADER = "x-parley-stale";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether this program can read who speaks, and the facts of the request. */
const isSpoken = (call: unknown): call is Record<string, unknown> =>
  isObject(call) &&
  (call.protocol === undefined || call.protocol === PROTOCOL) &&
  typeof call.subdomain === "string" &&
  isObject(call.facts);

export const isReadableCall = (call: unknown): call is RealmCall =>
  isSpoken(call) && typeof call.route === "string" && STEPS.some((step) => step === call.step) && isObject(call.params);

/** A poll's call as a header: JSON of printable ASCII, without `%`, so that decodeURIComponent leaves it as it is. */
export const writePoll = (call: PollCall): string =>
  JSON.stringify(call).replace(/[^ -$&-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The call in a poll's header; undefined where this program cannot read it. Older ones send it percent-encoded. */
export function readPoll(header: string | null): PollCall | undefined {
  let call: unknown;
  try {
    call = JSON.parse(header?.startsWith("{") ? header : decodeURIComponent(header ?? ""));
  } catch {
    return undefined;
  }
  return isSpoken(call) && typeof call.queue_id === "string" ? (call as unknown as PollCall) : undefined;
}

/** An answer that this program can read; what has another form may have done what it was asked. */
export function readAnswer(answer: RealmAnswer | Stale): RealmAnswer | Stale {
  if ("stale" in answer || typeof answer.ok === "boolean") return answer;
  throw unknownForm();
}

/** As the platform marks what may be asked again. */
export const unknownForm = () =>
  Object.assign(new Error("the organization's object gave an answer of an unknown form"), { retryable: true });
