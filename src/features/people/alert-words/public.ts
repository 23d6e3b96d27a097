// What other features may use of this one.
export { alertedBy } from "./alert-words.ts";
