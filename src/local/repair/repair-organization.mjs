import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../system/failure.mjs";
import { checkFiles, checkOrganization, settled } from "./check-organization.mjs";

const POLL_MS = 200;
/** How long a repair may take to begin: it waits for what is being shipped. */
const BEGIN_MS = 60_000;

/** @typedef {import("../operator/operator.mjs").Operator} Operator */
/** @typedef {import("./findings.mjs").Findings} Findings */

/**
 * Mends what was found, and looks again. What the organization has of itself is right: D1 is brought to it.
 *
 * @param {Operator} operator
 * @param {Findings} found
 * @param {{ restored: boolean, deletesUnnamed: boolean }} wish
 * @returns {Promise<Findings>} what is wrong afterwards
 */
export async function repairOrganization(operator, found, { restored, deletesUnnamed }) {
  const differ = found.rows.some(({ missing, different, extra }) => missing + different + extra > 0);
  // Rows of another organization are not touched.
  if (found.conflicts.length > 0) return found;
  if (restored || differ || found.identity.length > 0) await compareAnew(operator, restored);
  if (deletesUnnamed) await checkFiles(operator, true);
  await operator.ask("repair/end");
  return checkOrganization(operator);
}

/** @param {Operator} operator @param {boolean} restored */
async function compareAnew(operator, restored) {
  const { epoch } = await operator.ask("repair", { restored });
  const deadline = Date.now() + BEGIN_MS;
  while ((await operator.ask("stores"))["epoch"] === epoch) {
    if (Date.now() > deadline) throw new Failure("the server does not begin to repair; its log says why");
    await pause(POLL_MS);
  }
  await settled(operator);
}
