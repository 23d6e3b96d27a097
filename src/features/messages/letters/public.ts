// What other features may use of this one.
export { excerptOf } from "./excerpts.ts";
export { mayShowContent } from "./letter.ts";
export { letterWords } from "./letter-words.ts";
export { conversationFor } from "./place-names.ts";
