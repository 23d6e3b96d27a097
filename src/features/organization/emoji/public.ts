// The parts of this feature that others can use.
export { pictureNamed } from "./custom-emoji.ts";
export { type Emoji, type NamedEmoji, resolveEmoji } from "./emoji.ts";
export { emojiIdentity } from "./emoji-params.ts";
