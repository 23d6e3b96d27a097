import type { Person } from "../../process/support/person.ts";
import type { Said } from "../abuse/exchange.ts";
import { faultOf } from "../abuse/exchange.ts";
import type { Trial } from "../frame/part.ts";
import { Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";

/** What a kind of weight is thrown at, and by whom. */
export interface Scene {
  readonly trial: Trial;
  readonly server: TortureServer;
  readonly owner: Person;
  /** An ordinary member, who does what members may. */
  readonly mel: Person;
  readonly nobody: Person;
  readonly channel: number;
}

/** The largest of one thing. */
export interface Kind {
  readonly name: string;
  /** Where it may take more memory than others: how much. */
  readonly growthBytes?: number;
  /** What has to be there first; nobody watches meanwhile. */
  prepare?(scene: Scene): Promise<void>;
  run(scene: Scene): Promise<void>;
}

/** Throws where an answer is none of the statuses that are in order, or no answer of the API. */
export function expectAnswer(what: string, said: Said, statuses: readonly number[]): void {
  const fault = statuses.includes(said.status) ? faultOf(said) : `answers ${said.status}`;
  // An answer that is long in coming is told by those who wait meanwhile.
  if (fault === undefined || fault.startsWith("takes ")) return;
  throw new Violation(`${what}: ${fault}`, [said.said.slice(0, 500)]);
}
