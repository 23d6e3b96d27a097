import { setTimeout as pause } from "node:timers/promises";
import type { Operator } from "../operator/operator.ts";
import { Failure } from "../os/failure.ts";
import { checkFiles, checkOrganization, settled } from "./check-organization.ts";
import type { Findings } from "./findings.ts";

const POLL_MS = 200;
/** Maximum time until a repair starts, because it waits for the current shipment. */
const BEGIN_MS = 60_000;

/**
 * Repairs the findings, and checks again. The organization's own data is authoritative; D1 is changed to match.
 *
 * @returns what is still wrong afterwards
 */
export async function repairOrganization(
  operator: Operator,
  found: Findings,
  { restored, deletesUnnamed }: { restored: boolean; deletesUnnamed: boolean },
): Promise<Findings> {
  const differ = found.rows.some(({ missing, different, extra }) => missing + different + extra > 0);
  // Never touch another organization's rows.
  if (found.conflicts.length > 0) return found;
  if (restored || differ || found.identity.length > 0) await compareAnew(operator, restored);
  if (deletesUnnamed) await checkFiles(operator, true);
  await operator.ask("repair/end");
  return checkOrganization(operator);
}

async function compareAnew(operator: Operator, restored: boolean) {
  const { epoch } = await operator.ask("repair", { restored });
  const deadline = Date.now() + BEGIN_MS;
  while ((await operator.ask("stores"))["epoch"] === epoch) {
    if (Date.now() > deadline) throw new Failure("the server couldn't start the repair; see its log");
    await pause(POLL_MS);
  }
  await settled(operator);
}
