import { listOrganizations, type Operator, RefusedByServer } from "../operator/operator.ts";
import { checkOrganization, repairOrganization } from "./check-organization.ts";
import { describeFindings, isWell } from "./findings.ts";

interface Looked {
  readonly report: object;
  readonly lines: string[];
  readonly well: boolean;
  readonly isAbsent?: boolean;
}

/** Checks all organizations of a server in turn, and reports each result immediately. */
export async function allOrganizations(
  operator: Operator,
  wish: RepairOptions,
  tell: (subdomain: string, lines: string[]) => void,
) {
  const all: Looked[] = [];
  for (const { subdomain, is_used } of await listOrganizations(operator)) {
    const looked: Looked = await oneOrganization(operator.about(subdomain), wish).catch((error) =>
      absent(error, subdomain),
    );
    // The name belongs to an organization that was never created.
    if (looked.isAbsent && !is_used) continue;
    tell(subdomain, looked.lines);
    all.push(looked);
  }
  return all;
}

function absent(error: unknown, organization: string): Looked {
  if (!(error instanceof RefusedByServer)) throw error;
  const isAbsent = error.code === "NONEXISTENT_SUBDOMAIN";
  const trouble = isAbsent ? "D1 has rows of it, but its own database is lost: put it back" : error.message;
  return { report: { organization, trouble, well: false }, lines: [trouble], well: false, isAbsent };
}

interface RepairOptions {
  readonly checks: boolean;
  readonly restored: boolean;
  readonly deletesUnnamed: boolean;
  readonly acceptsLosses: boolean;
}

/** Checks one organization. Unless only a check is requested, repairs it and checks again. */
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
