// The parts of this feature that others can use.
export { reactionsBy, removeReactionsBetween } from "./reactions.ts";
