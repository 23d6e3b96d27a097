import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { databaseOf } from "../../../database/databases.ts";
import { storedReports } from "../../../database/stored-reports.ts";
import { Log } from "../../../logging/log.ts";
import { countsSoFar } from "../../../metrics/counts.ts";
import type { Numbers } from "../../../metrics/families.ts";
import { type Report, withLatest } from "../../../metrics/reports.ts";

const QUERY_TIMEOUT_MS = 5000;
const numbersSchema = v.record(v.string(), v.number());

/** Counters that are reported as 0 before anything is counted, so that monitoring sees their first increase. */
const NONE_YET = {
  parley_messages_sent_total: 0,
  parley_events_delivered_total: 0,
  parley_refused_logins_total: 0,
} satisfies Numbers;

interface ServerNumbers {
  /** Counters. On Cloudflare, they are summed over all isolates. */
  readonly counts: Numbers;
  /** Numbers about the machine, from the process that runs the program. Empty on Cloudflare. */
  readonly machine: Numbers;
  readonly organizations: readonly Report[];
}

/** Returns all numbers of a server, without waking up any organization. */
export async function serverNumbers({ config, env }: { config: Config; env: Env }): Promise<ServerNumbers> {
  const kept = storedReports(databaseOf(env)).catch((error: unknown) => {
    new Log().trouble("reports_unreadable", error);
    return { reports: [], counts: {} };
  });
  const [machine, { reports, counts }] = await Promise.all([machineNumbers(config), kept]);
  // On a self-hosted server, this is the only isolate.
  const counted = config.ownPort === null ? counts : countsSoFar();
  return { machine, counts: { ...NONE_YET, ...counted }, organizations: withLatest(reports) };
}

/** Fetches the numbers from src/cli/server/machine.ts. */
async function machineNumbers({ machineUrl, setupToken }: Config): Promise<Numbers> {
  if (machineUrl === null) return {};
  try {
    const headers = { authorization: `Bearer ${setupToken}` };
    const response = await fetch(machineUrl, { headers, signal: AbortSignal.timeout(QUERY_TIMEOUT_MS) });
    return v.parse(numbersSchema, await response.json());
  } catch (error) {
    new Log().trouble("machine_unknown", error);
    return {};
  }
}
