import { action } from "../../../api/endpoint.ts";
import { integer, json } from "../../../api/parameter.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessBotToSteer } from "../../organization/account-actions/bots/bots.ts";
import { tellBotOwner } from "../../organization/account-actions/bots/tell-owner.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { botCommands, checkMayHaveCommands, commandsSchema, namesOfCommands, setCommands } from "./bot-commands.ts";
import { botCommandsSchema } from "./events.ts";

const commands = json(commandsSchema);

/** Not part of Zulip's API. */
export const getBotCommandsEndpoint = action({
  route: "GET /bots/commands",
  reply: { bot_commands: botCommandsSchema },
  run: ({ realm }) => ({ bot_commands: botCommands(realm) }),
});

/** Not part of Zulip's API: a bot replaces all of its commands. New names require an administrator. */
export const setOwnCommandsEndpoint = action({
  route: "PUT /bots/me/commands",
  params: { commands },
  run({ realm, actor, params }) {
    if (!actor.is_bot) throw badRequest("No such bot");
    checkMayHaveCommands(actor.bot_type);
    checkMayName(realm, actor, actor.user_id, params.commands);
    setCommands(realm, actor.user_id, params.commands);
  },
});

/** Not part of Zulip's API: a bot's owner or an administrator sets its commands. */
export const setBotCommandsEndpoint = action({
  route: "PUT /bots/:bot_id/commands",
  by: "human",
  params: { bot_id: integer, commands },
  run({ realm, actor, params }) {
    const { user } = accessBotToSteer(realm, actor, params.bot_id);
    if (user.is_active === 0) throw badRequest("No such bot");
    checkMayHaveCommands(user.bot_type);
    checkMayName(realm, actor, user.id, params.commands);
    if (setCommands(realm, user.id, params.commands)) tellBotOwner(realm, actor, user, ["commands"]);
  },
});

/**
 * Throws if anyone but an administrator or an administrator's bot gives a bot a new command name. Names are
 * organization-wide, and capture the messages that start with them.
 */
function checkMayName(realm: Realm, actor: Actor, bot: UserId, commands: readonly { readonly name: string }[]): void {
  const person = actor.bot_owner_id === null ? undefined : findUser(realm, actor.bot_owner_id);
  if (isAdministrator(actor) || (person !== undefined && isAdministrator(person))) return;
  const present = new Set(namesOfCommands(realm, bot));
  if (!commands.every(({ name }) => present.has(name))) throw unauthorizedPrincipal("administrator");
}
