// The parts of this feature that others can use.
export { commandIn, setCommands, type UsedCommand } from "./bot-commands.ts";
export { commandsSchema } from "./set-commands.ts";
