import { checkOrganization } from "./check-organization.mjs";
import { describeFindings, isWell } from "./findings.mjs";
import { repairOrganization } from "./repair-organization.mjs";

/** @typedef {{ checks: boolean, restored: boolean, deletesUnnamed: boolean, acceptsLosses: boolean }} Wish */

/**
 * Looks at an organization, mends what is wrong unless it is only to be looked at, and looks again.
 *
 * @param {import("../operator/operator.mjs").Operator} operator @param {Wish} wish
 */
export async function oneOrganization(operator, { checks, restored, deletesUnnamed, acceptsLosses }) {
  const found = await checkOrganization(operator);
  const mends = !checks && (restored || deletesUnnamed || !isWell(found, { accepts: true }));
  const after = mends ? await repairOrganization(operator, found, { restored, deletesUnnamed }) : undefined;
  const well = isWell(after ?? found, { accepts: acceptsLosses });
  const lines = [...describeFindings(found), ...(after ? ["-- after the repair", ...describeFindings(after)] : [])];
  return { report: { organization: operator.subdomain, found, ...(after && { after }), well }, lines, well };
}
