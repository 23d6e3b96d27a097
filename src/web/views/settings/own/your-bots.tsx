import { useClient } from "../../../client/client.ts";
import { BotList } from "../bots/bot-list.tsx";

/** The bots that one owns. */
export function YourBots() {
  const state = useClient().watch("users", "account");
  return <BotList bots={state.realm_bots.filter((bot) => bot.owner_id === state.user_id)} />;
}
