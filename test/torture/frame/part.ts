import type { Person } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import type { ServerOptions, TortureServer } from "./servers.ts";

/** One kind of test, run in rounds that do not depend on each other. */
export interface Part {
  readonly name: string;
  /** Its part of the running time, relative to the shares of the other parts. */
  readonly share: number;
  /** How many rounds the test suite runs. */
  readonly briefRounds: number;
  /** How many rounds run whatever the time, where each round is another case. */
  readonly leastRounds?: number;
  /** Runs one round. Throws a Violation where the server breaks a promise. */
  run(trial: Trial): Promise<void>;
}

/** What one round works with. All that a round does follows from its random numbers, so that it can be repeated. */
export interface Trial {
  readonly round: number;
  /** Seeded from the seed of the run, the part and the round. */
  readonly random: Random;
  /** Whether the test suite runs the round, which then does as little as still says something. */
  readonly isBrief: boolean;
  /** Keeps a line for the report of a failure, and prints it at once under --verbose. */
  log(line: string): void;
  /** Prints a finding, one or two in a round, and keeps it for the report of a failure. */
  report(line: string): void;
  /** A server with these options: a new one if they say `fresh`, else the one that the rounds of the part share. */
  server(wanted?: ServerOptions): Promise<TortureServer>;
  /** Creates an organization on a server, and returns its owner. */
  organization(server: TortureServer): Promise<Person>;
}

/** An error for a promise that the server has broken. */
export class Violation extends Error {
  /** What led to it, reduced as far as possible. */
  readonly history: readonly string[];

  constructor(message: string, history: readonly string[] = []) {
    super(message);
    this.history = history;
  }
}
