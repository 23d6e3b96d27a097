import type { Person } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import type { TortureServer, Wanted } from "./servers.ts";

/** One thing to torture the server with, in rounds that each stand alone. */
export interface Part {
  readonly name: string;
  /** How much of the time it gets, beside the others' shares. */
  readonly share: number;
  /** How many rounds the test suite takes of it, in a few seconds. */
  readonly brief: number;
  /** How many rounds belong together, and are done whatever the time. */
  readonly least?: number;
  /** One round; throws, best of all a Violation, where a promise is broken. */
  run(trial: Trial): Promise<void>;
}

/** What a round is given. Whatever it does follows from its random numbers, so that it can be done again. */
export interface Trial {
  readonly round: number;
  /** From the seed, the part and the round. */
  readonly random: Random;
  /** In the test suite: as little as still says something. */
  readonly isBrief: boolean;
  /** Kept for the report of a failure; shown at once under --verbose. */
  log(line: string): void;
  /** Shown to whoever started it, and kept for the report of a failure: a finding, one or two of a round. */
  report(line: string): void;
  /** A server for this round, or one that goes through all rounds of the part that want the same. */
  server(wanted?: Wanted): Promise<TortureServer>;
  /** A new organization of this round on a server; its owner. */
  organization(server: TortureServer): Promise<Person>;
}

/** A promise that was broken. */
export class Violation extends Error {
  /** What led to it, as short as could be found. */
  readonly history: readonly string[];

  constructor(message: string, history: readonly string[] = []) {
    super(message);
    this.history = history;
  }
}
