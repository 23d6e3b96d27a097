import type { Trial } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import type { Tally } from "./kills.ts";
import type { Source } from "./sources.ts";

/** One import during which processes are killed repeatedly. */
export interface Round {
  readonly trial: Trial;
  readonly server: TortureServer;
  readonly source: Source;
  readonly file: string;
  /** The folder for the command's state and unpacked files. */
  readonly folder: string;
  readonly tally: Tally;
}

/** How an import is driven while processes are killed. */
export interface Way {
  readonly name: string;
  import(round: Round): Promise<void>;
  /** Imports up to a random moment, then cancels the import. Returns false if it was already done. */
  giveUp(round: Round): Promise<boolean>;
}

export const killsIn = ({ trial: { isBrief, random } }: Round): number => (isBrief ? 3 : 8 + random.below(5));

/** Waits for both, so that nothing is still running after one has failed. */
export async function both<One>(one: Promise<One>, other: Promise<unknown>): Promise<One> {
  const [first, second] = await Promise.allSettled([one, other]);
  if (first.status === "rejected") throw first.reason;
  if (second.status === "rejected") throw second.reason;
  return first.value;
}
