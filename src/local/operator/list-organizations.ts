import type { AskOptions, Operator } from "./operator.ts";

interface Listed {
  readonly subdomain: string;
  readonly number: number;
  readonly is_used: boolean;
}

/** All organizations that a server's databases know. */
export async function listOrganizations(operator: Operator, how?: AskOptions): Promise<Listed[]> {
  const all = [];
  let after: string | null = null;
  do {
    const page = await operator.ask("list", after === null ? {} : { after }, how);
    all.push(...(page["organizations"] as Listed[]));
    after = page["next"] as string | null;
  } while (after !== null);
  return all;
}
