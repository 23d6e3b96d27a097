// What other features may use of this one.
export { beginWhole, endWhole, wholeState } from "./archives/whole.ts";
