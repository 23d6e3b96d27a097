// What other features may use of this one.
export { pictureNamed } from "./custom-emoji.ts";
export { type Emoji, type NamedEmoji, resolveEmoji } from "./emoji.ts";
export { emojiIdentity } from "./emoji-params.ts";
export { readReactionType } from "./reaction-type.ts";
export { shownEmoji } from "./shown-emoji.ts";
