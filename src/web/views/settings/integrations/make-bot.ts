import type { Client } from "../../../client/client.ts";
import type { Offer } from "../../../model/integrations/integration.ts";
import type { State } from "../../../model/state.ts";

const INCOMING = 2;

interface Names {
  readonly full_name: string;
  readonly short_name: string;
}

/** A free name for a new bot of a service: "GitHub", or "GitHub 2" where that is taken. */
export function freeNames(
  { realm_users, realm_non_active_users, realm_bot_domain }: State,
  { name, title }: Pick<Offer, "name" | "title">,
): Names {
  const people = [...realm_users, ...realm_non_active_users];
  const [names, emails] = [new Set(people.map((one) => one.full_name)), new Set(people.map((one) => one.email))];
  const base = name.replace(/_/g, "-");
  for (let count = 1; ; count++) {
    const full_name = count === 1 ? title : `${title} ${count}`;
    const short_name = count === 1 ? base : `${base}-${count}`;
    const isTaken = names.has(full_name) || emails.has(`${short_name}-bot@${realm_bot_domain}`);
    if (!isTaken) return { full_name, short_name };
  }
}

/** A bot with its key, which is known only until the page is left. */
export interface KeyedBot {
  readonly user_id: number;
  readonly name: string;
  readonly key: string;
}

interface MadeBot extends Record<string, unknown> {
  readonly user_id: number;
  readonly api_key: string;
}

/** Makes a bot that can only send messages. */
export async function makeBot(client: Client, names: Names, picture: File | undefined): Promise<MadeBot> {
  const fields = { ...names, bot_type: INCOMING };
  if (picture === undefined) return client.api.post<MadeBot>("/bots", fields);
  return (await client.upload(picture, { path: "/bots", fields })) as MadeBot;
}
