import type { Counts } from "./counts.ts";
import type { ActName, RelayActName } from "./working-day.ts";

/** What one act costs on average: counts, and the milliseconds that the Worker and the objects compute. */
export type ActCost = Counts & { readonly worker_ms: number; readonly objects_ms: number };

/** What `npm run bench -- --only cost` has counted. */
export interface Recorded {
  /** The day of the recording. */
  readonly day: string;
  /** How many people the recorded organization has. */
  readonly people: number;
  /** How long hashing a password takes on the machine of the recording: other times are to be seen beside it. */
  readonly hash_ms: number;
  readonly acts: Readonly<Record<ActName | RelayActName, ActCost>>;
}
