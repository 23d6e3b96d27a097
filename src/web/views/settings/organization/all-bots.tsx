import { useClient } from "../../../client/client.ts";
import { userById } from "../../../model/people/users.ts";
import { BotList } from "../bots/bot-list.tsx";
import { BotPage } from "../bots/bot-page.tsx";
import type { SectionProps } from "../section.ts";

const WITHIN = "organization/bot-list-admin";

/** All bots of the organization, for administrators, without those of the server itself, which no one can change. */
export function AllBots({ path: [id = "", ...path] }: SectionProps) {
  const state = useClient().watch("users");
  if (/^\d+$/.test(id)) return <BotPage key={id} within={WITHIN} id={Number(id)} path={path} />;
  const bots = state.realm_bots.filter((bot) => userById(state, bot.user_id)?.is_system_bot !== true);
  return <BotList bots={bots} within={WITHIN} withOwner />;
}
