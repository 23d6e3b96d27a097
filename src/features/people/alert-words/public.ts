// The parts of this feature that others can use.
export { alertedBy } from "./alert-words.ts";
