import { useClient } from "../../../client/client.ts";
import { userById } from "../../../model/people/users.ts";
import type { Bot } from "../../../model/state.ts";
import type { SectionProps } from "../section.ts";
import { BotList } from "./bot-list.tsx";
import { BotPage } from "./bot-page.tsx";

interface BotsProps extends SectionProps {
  readonly within: string;
  readonly bots: readonly Bot[];
  readonly withOwner?: boolean;
}

/** Some bots, or the one that the address names. */
function Bots({ path: [id = "", ...path], within, ...list }: BotsProps) {
  if (/^\d+$/.test(id)) return <BotPage key={id} within={within} id={Number(id)} path={path} />;
  return <BotList {...list} within={within} />;
}

/** The user's own bots. */
export function YourBots({ path }: SectionProps) {
  const state = useClient().watch("users", "account");
  const bots = state.realm_bots.filter((bot) => bot.owner_id === state.user_id);
  return <Bots path={path} within="your-bots" bots={bots} />;
}

/** All bots of the organization, for administrators, without those of the server itself, which no one can change. */
export function AllBots({ path }: SectionProps) {
  const state = useClient().watch("users");
  const bots = state.realm_bots.filter((bot) => userById(state, bot.user_id)?.is_system_bot !== true);
  return <Bots path={path} within="organization/bot-list-admin" bots={bots} withOwner />;
}
