import { stateSlice } from "../../../realm/state-slice.ts";
import { botCommands } from "./bot-commands.ts";

export const botCommandsSlice = stateSlice({
  types: ["bot_commands"],
  collect: ({ realm, actor }) => ({ bot_commands: actor === null ? [] : botCommands(realm) }),
});
