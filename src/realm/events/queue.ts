import type { UserId } from "../../protocol/ids.ts";
import type { Milliseconds } from "../../util/time.ts";
import type { SharedClient } from "./queue-clients.ts";

export interface Queue extends SharedClient {
  readonly number: number;
  readonly id: string;
  readonly user_id: UserId;
  readonly lifespan: Milliseconds;
  /**
   * The newest event id when the queue was created. A queue numbers its own events from 0, starting with the next
   * event.
   */
  readonly origin: number;
  acknowledged: number;
  /** When the last poll arrived, or when the current one's wait ends. */
  seenAt: Milliseconds;
  /** Longest time after `seenAt` in which polls may have come that weren't stored before the object left memory. */
  grace: Milliseconds;
  /** The stored value of `seenAt`, used after a crash. */
  storedSeenAt: Milliseconds;
  /** No event up to this id is pending for the queue, so the search for pending events starts after it. */
  passed: number;
}

export type NewQueue = Pick<
  Queue,
  "number" | "id" | "user_id" | "lifespan" | "origin" | "acknowledged" | "seenAt" | "grace"
>;
