// The parts of this feature that others can use.
export { beginWhole, endWhole, wholeState } from "./archives/whole.ts";
