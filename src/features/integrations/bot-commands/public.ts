// The parts of this feature that others can use.
export { commandIn, type UsedCommand } from "./bot-commands.ts";
