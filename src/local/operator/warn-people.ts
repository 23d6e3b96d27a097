import { listOrganizations } from "./list-organizations.ts";
import { type Operator, Refused } from "./operator.ts";

/**
 * Has the owners and administrators of all organizations of a server told of a trouble of its machine. The first one in use
 * emails the server's operator, too: that of the root domain, where there is one, as its address is the server's own.
 */
export async function warnPeople(
  operator: Operator,
  trouble: "disk_warning" | "backup_warning",
  facts: Readonly<Record<string, number>>,
) {
  const subdomains = (await listOrganizations(operator)).map(({ subdomain }) => subdomain);
  let for_operator = true;
  for (const subdomain of subdomains.sort((a, b) => Number(b === "") - Number(a === ""))) {
    try {
      await operator.about(subdomain).ask(trouble, { ...facts, for_operator }, { once: true });
      for_operator = false;
    } catch (error) {
      // An organization that is not in use has no people who could be told.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
