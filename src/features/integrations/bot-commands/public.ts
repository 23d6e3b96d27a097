// What other features may use of this one.
export { addCommand, commandIn, type UsedCommand } from "./bot-commands.ts";
export { checkMayHaveCommands, commandSchema } from "./set-commands.ts";
