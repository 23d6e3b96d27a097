import { isAdministrator } from "../../../../protocol/actor.ts";
import { stateSlice } from "../../../../realm/state-slice.ts";
import { accessUsers } from "../../accounts/access.ts";
import { botsOwnedBy } from "../../accounts/accounts.ts";
import { botObject } from "./bot-object.ts";
import { botOf } from "./bots.ts";
import { allBots } from "./rows.ts";

/** The bots in /register: all for administrators, and the bots they own for everyone else. */
export const botsSlice = stateSlice({
  types: ["realm_bot"],
  collect({ realm, actor }) {
    if (actor === null) return { realm_bots: [] };
    const users = isAdministrator(actor)
      ? accessUsers(
          realm,
          actor,
          allBots.all(realm.sql, {}).map((bot) => bot.user_id),
        )
      : botsOwnedBy(realm, actor.user_id);
    return { realm_bots: users.map((user) => botObject(realm, user, botOf(realm, user))) };
  },
});
