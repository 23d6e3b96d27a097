// What other features may use of this one.
export { pictureNamed } from "./custom-emoji.ts";
export { type Emoji, type NamedEmoji, resolveEmoji } from "./emoji.ts";
export { emojiIdentity } from "./emoji-params.ts";
