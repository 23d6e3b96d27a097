import type { Operator } from "../operator/operator.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Returns a function that reports all organizations to the push service: immediately, then daily, or after an hour if
 * it failed. On Cloudflare, a cron trigger does this.
 */
export function pushReports(operator: Operator, tell: (line: string) => void, isRegistered: () => boolean): () => void {
  let timer: NodeJS.Timeout | undefined;

  async function report() {
    clearTimeout(timer);
    if (!isRegistered()) return;
    const problem = await operator.ask("push/report").then(
      (reply) => reply["problem"],
      (error: Error) => error.message,
    );
    if (problem !== null) tell(`couldn't report the organizations to the push service: ${problem}`);
    clearTimeout(timer);
    timer = setTimeout(report, problem === null ? DAY_MS : HOUR_MS).unref();
  }

  return () => void report();
}
