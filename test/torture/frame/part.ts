import type { Person } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import type { ServerOptions, TortureServer } from "./servers.ts";

/** One kind of test, run in independent rounds. */
export interface Part {
  readonly name: string;
  /** Share of the running time, relative to the other parts. */
  readonly share: number;
  /** Rounds run in the test suite. */
  readonly briefRounds: number;
  /** Minimum number of rounds regardless of time, if each round is a different case. */
  readonly leastRounds?: number;
  /** Runs one round. Throws a Violation if the server breaks a promise. */
  run(trial: Trial): Promise<void>;
}

/** What a round works with. Everything a round does follows from its random numbers, so that it can be repeated. */
export interface Trial {
  readonly round: number;
  /** Random numbers. The seed is determined by the run's seed, the part and the round. */
  readonly random: Random;
  /** True in the test suite, where a round does the least that still tests something. */
  readonly isBrief: boolean;
  /** Records a line for failure reports. With --verbose, also prints it at once. */
  log(line: string): void;
  /** Prints a result, of which a round has one or two, and records it for failure reports. */
  report(line: string): void;
  /** Returns a server with these options: a new one if `fresh` is set, or the one that the part's rounds share. */
  server(wanted?: ServerOptions): Promise<TortureServer>;
  organization(server: TortureServer): Promise<Person>;
}

/** A promise that the server has broken. */
export class Violation extends Error {
  /** What led to the violation, reduced as far as possible. */
  readonly history: readonly string[];

  constructor(message: string, history: readonly string[] = []) {
    super(message);
    this.history = history;
  }
}
