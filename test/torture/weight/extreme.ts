import type { Person } from "../../process/support/person.ts";
import type { Answer } from "../abuse/send-request.ts";
import { faultOf } from "../abuse/send-request.ts";
import type { Trial } from "../frame/part.ts";
import { Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";

/** What a case runs with: a server, and the users who send requests. */
export interface ExtremeContext {
  readonly trial: Trial;
  readonly server: TortureServer;
  readonly owner: Person;
  readonly mel: Person;
  readonly nobody: Person;
  readonly channel: number;
}

/** One case of the part `weight`: something that can be sent, as large or as many times as possible. */
export interface Extreme {
  readonly name: string;
  /** How much workerd's memory may grow. Defaults to the bound for all cases. */
  readonly growthBytes?: number;
  /** Creates what the case needs. Nothing is measured in the meantime. */
  prepare?(context: ExtremeContext): Promise<void>;
  run(context: ExtremeContext): Promise<void>;
}

/** Throws if a response has an unexpected status, or isn't an API response. */
export function expectAnswer(what: string, answer: Answer, statuses: readonly number[]): void {
  const fault = statuses.includes(answer.status) ? faultOf(answer) : `answers ${answer.status}`;
  // How long a case takes doesn't matter. How long others wait is measured by watch.ts.
  if (fault === undefined || fault.startsWith("takes ")) return;
  throw new Violation(`${what}: ${fault}`, [answer.text.slice(0, 500)]);
}
