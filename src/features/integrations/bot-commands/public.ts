// What other features may use of this one.
export { commandIn, type UsedCommand } from "./bot-commands.ts";
