import { listOrganizations } from "../operator/list-organizations.mjs";
import { Refused } from "../operator/operator.mjs";
import { oneOrganization } from "./one-organization.mjs";

/** @typedef {{ report: object, lines: string[], well: boolean, isAbsent?: boolean }} Looked */

/**
 * Looks at all organizations of a server, one after the other. Each is told as soon as it is done.
 *
 * @param {import("../operator/operator.mjs").Operator} operator
 * @param {import("./one-organization.mjs").Wish} wish
 * @param {(subdomain: string, lines: string[]) => void} tell
 */
export async function allOrganizations(operator, wish, tell) {
  /** @type {Looked[]} */
  const all = [];
  for (const { subdomain, is_used } of await listOrganizations(operator)) {
    /** @type {Looked} */
    const looked = await oneOrganization(operator.about(subdomain), wish).catch((error) => absent(error, subdomain));
    // A name whose organization was never founded.
    if (looked.isAbsent && !is_used) continue;
    tell(subdomain, looked.lines);
    all.push(looked);
  }
  return all;
}

/** @param {unknown} error @param {string} organization @returns {Looked} */
function absent(error, organization) {
  if (!(error instanceof Refused)) throw error;
  const isAbsent = error.code === "NONEXISTENT_SUBDOMAIN";
  const trouble = isAbsent ? "D1 has rows of it, but its own database is lost: put it back" : error.message;
  return { report: { organization, trouble, well: false }, lines: [trouble], well: false, isAbsent };
}
