import type { Operator } from "../operator/operator.ts";
import { checkOrganization } from "./check-organization.ts";
import { describeFindings, isWell } from "./findings.ts";
import { repairOrganization } from "./repair-organization.ts";

export interface RepairOptions {
  readonly checks: boolean;
  readonly restored: boolean;
  readonly deletesUnnamed: boolean;
  readonly acceptsLosses: boolean;
}

/** Checks an organization. Unless only a check is wanted, repairs what is wrong, and checks again. */
export async function oneOrganization(
  operator: Operator,
  { checks, restored, deletesUnnamed, acceptsLosses }: RepairOptions,
) {
  const found = await checkOrganization(operator);
  const mends = !checks && (restored || deletesUnnamed || !isWell(found, { accepts: true }));
  const after = mends ? await repairOrganization(operator, found, { restored, deletesUnnamed }) : undefined;
  const well = isWell(after ?? found, { accepts: acceptsLosses });
  const lines = [...describeFindings(found), ...(after ? ["-- after the repair", ...describeFindings(after)] : [])];
  return { report: { organization: operator.subdomain, found, ...(after && { after }), well }, lines, well };
}
