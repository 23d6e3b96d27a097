import { listOrganizations } from "./list-organizations.mjs";
import { Refused } from "./operator.mjs";

/**
 * Has the owners and administrators of all organizations of a server told that its disk fills up.
 *
 * @param {import("./operator.mjs").Operator} operator @param {{ left: number, all: number }} space in bytes
 */
export async function warnOfDisk(operator, { left, all }) {
  for (const { subdomain } of await listOrganizations(operator)) {
    try {
      await operator.about(subdomain).ask("disk_warning", { left_bytes: left, all_bytes: all }, { once: true });
    } catch (error) {
      // One that is not in use has nobody who could be told.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
