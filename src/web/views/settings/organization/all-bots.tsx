import { useClient } from "../../../client/client.ts";
import { userById } from "../../../model/users.ts";
import { BotList } from "../bots/bot-list.tsx";

/** All bots of the organization, for administrators; those of the server itself are nobody's to change. */
export function AllBots() {
  const state = useClient().watch("users");
  const bots = state.realm_bots.filter((bot) => userById(state, bot.user_id)?.is_system_bot !== true);
  return <BotList bots={bots} withOwner />;
}
