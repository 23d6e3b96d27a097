import type { Counts } from "./counts.ts";
import type { ActName, RelayActName, RoomActName } from "./working-day.ts";

/** The average cost of one act: counts, and CPU milliseconds of the Worker and the objects. */
export type ActCost = Counts & { readonly worker_ms: number; readonly objects_ms: number };

/** The result of `npm run bench -- --only cost`. */
export interface Recorded {
  /** The date of the recording. */
  readonly day: string;
  readonly people: number;
  /** How long hashing a password takes on the recording machine, to compare the other times with. */
  readonly hash_ms: number;
  readonly acts: Readonly<Record<ActName | RelayActName | RoomActName, ActCost>>;
}
