import { useClient } from "../../../client/client.ts";
import { BotList } from "../bots/bot-list.tsx";
import { BotPage } from "../bots/bot-page.tsx";
import type { SectionProps } from "../section.ts";

const WITHIN = "your-bots";

/** The user's own bots, or the one that the address names. */
export function YourBots({ path: [id = "", ...path] }: SectionProps) {
  const state = useClient().watch("users", "account");
  if (/^\d+$/.test(id)) return <BotPage key={id} within={WITHIN} id={Number(id)} path={path} />;
  return <BotList bots={state.realm_bots.filter((bot) => bot.owner_id === state.user_id)} within={WITHIN} />;
}
