import type { Client, Fields } from "../../../client/client.ts";
import type { Offer } from "../../../model/integrations/integration.ts";
import { ownBots as allOwnBots, type Bot } from "../../../model/people/bots.ts";
import type { State } from "../../../model/state.ts";
import { compareNames } from "../../../words/format.ts";
import { canGetDeliveries } from "./bot-kinds.ts";

interface Names {
  readonly full_name: string;
  readonly short_name: string;
}

/** Returns available names for a service's new bot, such as "GitHub", or "GitHub 2" if that is taken. */
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

/** A bot and its key. The key is available only until the user leaves the page. */
export interface KeyedBot {
  readonly user_id: number;
  readonly name: string;
  readonly key: string;
}

interface MadeBot extends Record<string, unknown> {
  readonly user_id: number;
  readonly api_key: string;
}

/** Creates a bot with the fields that the API takes, and optionally a picture. */
export async function makeBot(client: Client, fields: Fields, picture: File | undefined): Promise<MadeBot> {
  if (picture === undefined) return client.api.post<MadeBot>("/bots", fields);
  return (await client.upload(picture, { path: "/bots", fields })) as MadeBot;
}

/** The user's own bots that can write, by name. */
export const ownBots = (state: State): readonly Bot[] =>
  allOwnBots(state)
    .filter(canGetDeliveries)
    .sort((one, other) => compareNames(one.full_name, other.full_name));
