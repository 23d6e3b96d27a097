// The parts of this feature that others can use.
export { addDecision } from "./submessages.ts";
