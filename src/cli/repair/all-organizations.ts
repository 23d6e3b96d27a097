import { listOrganizations } from "../operator/list-organizations.ts";
import { type Operator, Refused } from "../operator/operator.ts";
import { oneOrganization, type RepairOptions } from "./one-organization.ts";

interface Looked {
  readonly report: object;
  readonly lines: string[];
  readonly well: boolean;
  readonly isAbsent?: boolean;
}

/** Checks all organizations of a server, one after another. Each result is reported immediately. */
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
    // A name whose organization was never created.
    if (looked.isAbsent && !is_used) continue;
    tell(subdomain, looked.lines);
    all.push(looked);
  }
  return all;
}

function absent(error: unknown, organization: string): Looked {
  if (!(error instanceof Refused)) throw error;
  const isAbsent = error.code === "NONEXISTENT_SUBDOMAIN";
  const trouble = isAbsent ? "D1 has rows of it, but its own database is lost: put it back" : error.message;
  return { report: { organization, trouble, well: false }, lines: [trouble], well: false, isAbsent };
}
