import { listOrganizations } from "./list-organizations.ts";
import { type Operator, Refused } from "./operator.ts";

/** Has the owners and administrators of all organizations of a server told of a trouble of its machine. */
export async function warnPeople(
  operator: Operator,
  trouble: "disk_warning" | "backup_warning",
  facts: Readonly<Record<string, number>>,
) {
  for (const { subdomain } of await listOrganizations(operator)) {
    try {
      await operator.about(subdomain).ask(trouble, facts, { once: true });
    } catch (error) {
      // An organization that is not in use has no people who could be told.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
