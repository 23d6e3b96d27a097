import type { AskOptions, Operator } from "./operator.ts";

interface ListedOrganization {
  readonly subdomain: string;
  readonly number: number;
  readonly is_used: boolean;
}

export async function listOrganizations(operator: Operator, how?: AskOptions): Promise<ListedOrganization[]> {
  const all = [];
  let after: string | null = null;
  do {
    const page = await operator.ask("list", after === null ? {} : { after }, how);
    all.push(...(page["organizations"] as ListedOrganization[]));
    after = page["next"] as string | null;
  } while (after !== null);
  return all;
}
