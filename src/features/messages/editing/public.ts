// What other features may use of this one.
export { checkMayEditContent } from "./access.ts";
