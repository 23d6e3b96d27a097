import type { ErrorShape } from "../protocol/errors.ts";
import type { Credentials } from "../realm/feature.ts";
import type { LimitState } from "../realm/rate-limiter.ts";
import type { RequestFacts } from "./endpoint.ts";

/** What the Worker asks of the realm: one step of one endpoint. */
export interface RealmCall {
  readonly subdomain: string;
  readonly route: string;
  /** `admit` asks no more than whether the caller may call; the endpoint's own steps follow. */
  readonly step: "admit" | "plan" | "run";
  /** Whether the request has been counted against the caller's limit before. */
  readonly counted?: boolean;
  readonly credentials: Credentials | null;
  /** The decoded parameters; or why they could not be, told once the caller is known. */
  readonly params: Record<string, unknown>;
  readonly refused: ErrorShape | null;
  readonly prepared: unknown;
  readonly facts: RequestFacts;
}

export type RealmAnswer = {
  readonly limit: LimitState | null;
  /** Whose account it was asked by, where the realm has come to know. */
  readonly user?: number | undefined;
} & (
  | { readonly ok: true; readonly realm: number; readonly value: unknown; readonly absent?: true }
  | { readonly ok: false; readonly error: ErrorShape }
);

/** What the Worker asks when a client polls its queue; it travels in a header of the request for a socket. */
export interface PollCall {
  readonly subdomain: string;
  readonly credentials: Credentials | null;
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly dont_block: boolean;
  readonly refused: ErrorShape | null;
  readonly facts: RequestFacts;
}

export const POLL_HEADER = "x-parley-poll";
export const LIMIT_HEADER = "x-parley-limit";
