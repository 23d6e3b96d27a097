import type { Client } from "../../../client/client.ts";
import type { Offer } from "../../../model/integrations/integration.ts";
import { ownBots as allOwnBots, type Bot } from "../../../model/people/bots.ts";
import type { State } from "../../../model/state.ts";
import { compareNames } from "../../../words/format.ts";

const INCOMING = 2;

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

/** Creates a bot that can only send messages. */
export async function makeBot(client: Client, names: Names, picture: File | undefined): Promise<MadeBot> {
  const fields = { ...names, bot_type: INCOMING };
  if (picture === undefined) return client.api.post<MadeBot>("/bots", fields);
  return (await client.upload(picture, { path: "/bots", fields })) as MadeBot;
}

/** Type of bots whose program runs on the server. Services can't deliver to them. */
const EMBEDDED = 4;

/** The user's own bots that can write, by name. */
export const ownBots = (state: State): readonly Bot[] =>
  allOwnBots(state)
    .filter((bot) => bot.is_active && bot.bot_type !== EMBEDDED)
    .sort((one, other) => compareNames(one.full_name, other.full_name));
