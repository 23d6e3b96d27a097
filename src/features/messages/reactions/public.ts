// The parts of this feature that others can use.
export { reactionAddedHook } from "./hooks.ts";
export { addReaction, reactionsBy, removeReactionsBetween } from "./reactions.ts";
