// The parts of this feature that others can use.
export { destinationOfPlace } from "./decide.ts";
export { excerptOf } from "./excerpts.ts";
export { replyAddressHook } from "./hooks.ts";
export { mayShowContent } from "./letter.ts";
export { letterWords } from "./letter-words.ts";
export { conversationFor } from "./place-names.ts";
