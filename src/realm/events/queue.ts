import type { UserId } from "../../protocol/ids.ts";
import type { Milliseconds } from "../../util/time.ts";
import type { SharedClient } from "./queue-clients.ts";

export interface Queue extends SharedClient {
  readonly number: number;
  readonly id: string;
  readonly user_id: UserId;
  readonly lifespan: Milliseconds;
  /** The newest event id when the queue was made. A queue numbers its own events from 0: the next event is its 0. */
  readonly origin: number;
  acknowledged: number;
  /** When a poll last came; while a poll waits, when that wait ends. */
  seenAt: Milliseconds;
  /** The longest time after `seenAt` at which a poll may have come, unstored, before the object left memory. */
  grace: Milliseconds;
  /** The stored value of `seenAt`, to which a crash falls back. */
  storedSeenAt: Milliseconds;
  /** No event up to this id is pending for the queue, so that the search for pending events starts after it. */
  passed: number;
}

/** The fields of a queue that is to be added. */
export type NewQueue = Pick<
  Queue,
  "number" | "id" | "user_id" | "lifespan" | "origin" | "acknowledged" | "seenAt" | "grace"
>;
