// The parts of this feature that others can use.
export { reactionsBy } from "./reactions.ts";
