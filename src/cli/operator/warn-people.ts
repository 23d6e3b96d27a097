import { listOrganizations, type Operator, RefusedByServer } from "./operator.ts";

/**
 * Warns owners and administrators of all organizations on a server about a problem with its machine. The first active
 * organization also emails the server's operator. If the root domain has an organization, that one comes first, because
 * its address is the server's own.
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
      // An inactive organization has no one to warn.
      if (!(error instanceof RefusedByServer)) throw error;
    }
  }
}
