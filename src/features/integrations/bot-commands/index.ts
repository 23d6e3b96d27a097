import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { botCommandsSlice, commandArchive, schema, setCommands } from "./bot-commands.ts";
import { getBotCommandsEndpoint, setBotCommandsEndpoint, setOwnCommandsEndpoint } from "./endpoints.ts";
import { botCommandsChanged } from "./events.ts";

/** Bot commands: a message that starts with `/name` is for the bot. */
export const botCommands = feature({
  name: "bot-commands",
  schema,
  archive: commandArchive,
  endpoints: [getBotCommandsEndpoint, setOwnCommandsEndpoint, setBotCommandsEndpoint],
  events: [botCommandsChanged],
  state: [botCommandsSlice],
  handlers: [on(userDeactivatedHook, (realm, { id }) => void setCommands(realm, id, []))],
});
