import { noCounts } from "./counts.ts";
import type { ActCost, Recorded } from "./recorded.ts";
import type { ActName, RelayActName } from "./working-day.ts";
import {
  eventsOfEach,
  listeningActs,
  ofEachPerson,
  registrationShare,
  relaysFor,
  type Transport,
  voiceRoom,
  WORKING_SECONDS,
} from "./working-day.ts";

/** What Cloudflare bills a deployment for a period. */
export interface Usage {
  readonly requests: number;
  readonly worker_ms: number;
  readonly object_requests: number;
  readonly gigabyte_seconds: number;
  readonly rows_read: number;
  readonly rows_written: number;
  readonly d1_rows_read: number;
  readonly d1_rows_written: number;
  readonly r2_writes: number;
  readonly r2_reads: number;
  readonly log_lines: number;
}

/** An object has 128 MB. It is billed while it computes, or waits in a way that prevents hibernation. */
const OBJECT_GIGABYTES = 0.128;
/** Incoming WebSocket messages that count as one request of the object. */
const MESSAGES_OF_A_REQUEST = 20;
/**
 * How long after an event an object can't hibernate: polls are held in memory (HOLD_SECONDS), or rows wait to be
 * shipped.
 */
const AWAKE_SECONDS: Readonly<Record<Transport, number>> = { polls: 5, streams: 1 };

/** How often a room checks its members, by an alarm that sets the next one. The members' pings don't wake it. */
const LOOK_SECONDS = 120;
const LOOK: ActCost = { ...noCounts(), object_requests: 1, rows_written: 1, worker_ms: 0, objects_ms: 0 };

/** The usage of a team's working day, with one client per person open for nine hours. */
export function usageOfDay(recorded: Recorded, people: number, transport: Transport): Usage {
  const times = { ...ofEachPerson, ...listeningActs(people, transport) };
  const { acts } = recorded;
  const sum = (what: (act: ActCost) => number): number =>
    people *
    (Object.entries(times) as [ActName | RelayActName, number][]).reduce((all, [name, often]) => {
      const { small, large } = registrationShare(name, people, recorded);
      const [one, other] = [what(acts[name]), what(acts["register, 500 people"])];
      // If the cost doesn't depend on the number of people, the two recorded costs differ by chance, and extrapolation
      // could yield a negative cost.
      const each = large === 0 ? one : Math.max(small * one + large * other, Math.min(one, other));
      return all + often * each;
    }, 0);
  const awake = 1 - Math.exp((-AWAKE_SECONDS[transport] * people * eventsOfEach) / WORKING_SECONDS);
  // The relay's end of a link doesn't hibernate.
  const relays = transport === "streams" ? relaysFor(people) : 0;
  return usageBy(sum, (awake + relays) * WORKING_SECONDS);
}

/** Returns what a voice room adds to the usage of a working day. An empty room costs nothing. */
export function usageOfVoiceRoom({ acts }: Recorded): Usage {
  const { people, visitsOfEach, occupiedSeconds } = voiceRoom;
  const visits = people * visitsOfEach;
  const looks = occupiedSeconds / LOOK_SECONDS;
  const visit = acts["come and go in a voice room"];
  const sum = (what: (act: ActCost) => number) => visits * what(visit) + looks * what(LOOK);
  // Each arrival and departure wakes the room, and the room's report then wakes the organization.
  return usageBy(sum, (2 * 2 * visits + looks) * AWAKE_SECONDS.streams);
}

const usageBy = (sum: (what: (act: ActCost) => number) => number, objectSeconds: number): Usage => ({
  requests: sum(({ requests }) => requests),
  worker_ms: sum(({ worker_ms }) => worker_ms),
  object_requests: sum(({ object_requests: all, object_messages: frames }) => all + frames / MESSAGES_OF_A_REQUEST),
  gigabyte_seconds: objectSeconds * OBJECT_GIGABYTES,
  rows_read: sum(({ rows_read }) => rows_read),
  rows_written: sum(({ rows_written }) => rows_written),
  d1_rows_read: sum(({ d1_rows_read }) => d1_rows_read),
  d1_rows_written: sum(({ d1_rows_written }) => d1_rows_written),
  r2_writes: sum(({ r2_writes }) => r2_writes),
  r2_reads: sum(({ r2_reads }) => r2_reads),
  log_lines: sum(({ log_lines }) => log_lines),
});
