import type { Person } from "../../process/support/person.ts";
import type { Answer } from "../abuse/send-request.ts";
import { faultOf } from "../abuse/send-request.ts";
import type { Trial } from "../frame/part.ts";
import { Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";

/** What a case is run with: a server, and the users who send. */
export interface ExtremeContext {
  readonly trial: Trial;
  readonly server: TortureServer;
  readonly owner: Person;
  /** A member. */
  readonly mel: Person;
  readonly nobody: Person;
  readonly channel: number;
}

/** One case of the part `weight`: the largest or most of one thing that can be sent. */
export interface Extreme {
  readonly name: string;
  /** How much workerd's memory may grow, if more than in other cases. */
  readonly growthBytes?: number;
  /** Creates what the case needs. The server is not measured meanwhile. */
  prepare?(context: ExtremeContext): Promise<void>;
  run(context: ExtremeContext): Promise<void>;
}

/** Throws if a response has an unexpected status, or isn't an API response. */
export function expectAnswer(what: string, answer: Answer, statuses: readonly number[]): void {
  const fault = statuses.includes(answer.status) ? faultOf(answer) : `answers ${answer.status}`;
  // Waits of others are measured by watch.ts.
  if (fault === undefined || fault.startsWith("takes ")) return;
  throw new Violation(`${what}: ${fault}`, [answer.text.slice(0, 500)]);
}
