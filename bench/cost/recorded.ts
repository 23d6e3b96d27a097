import type { Counts } from "./counts.ts";
import type { ActName, RelayActName, RoomActName } from "./working-day.ts";

/** The average cost of an act: its counts, and the CPU milliseconds of the Worker and of the objects. */
export type ActCost = Counts & { readonly worker_ms: number; readonly objects_ms: number };

/** The result of `npm run bench -- --only cost`. */
export interface Recorded {
  /** The date of the recording. */
  readonly day: string;
  readonly people: number;
  /** How long hashing a password takes on the recording machine. The other times can be compared with it. */
  readonly hash_ms: number;
  readonly acts: Readonly<Record<ActName | RelayActName | RoomActName, ActCost>>;
}
