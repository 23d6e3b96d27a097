// The parts of this feature that others can use.
export { transcribesHook } from "./hooks.ts";
export { transcriptAt } from "./voice-messages.ts";
