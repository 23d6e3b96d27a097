import type { Space } from "../system/disk-space.ts";
import { listOrganizations } from "./list-organizations.ts";
import { type Operator, Refused } from "./operator.ts";

/** Has the owners and administrators of all organizations of a server told that its disk fills up. */
export async function warnOfDisk(operator: Operator, { left, all }: Space) {
  for (const { subdomain } of await listOrganizations(operator)) {
    try {
      await operator.about(subdomain).ask("disk_warning", { left_bytes: left, all_bytes: all }, { once: true });
    } catch (error) {
      // An organization that is not in use has no people who could be told.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
