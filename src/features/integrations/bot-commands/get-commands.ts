import { action } from "../../../api/endpoint.ts";
import { botCommands } from "./bot-commands.ts";
import { botCommandsSchema } from "./events.ts";

/** Not part of Zulip's API: lists the commands of all bots. */
export const getBotCommandsEndpoint = action({
  route: "GET /bots/commands",
  reply: { bot_commands: botCommandsSchema },
  run: ({ realm }) => ({ bot_commands: botCommands(realm) }),
});
