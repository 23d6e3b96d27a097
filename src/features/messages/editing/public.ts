// What other features may use of this one.
export { checkMayEditContent } from "./access.ts";
export { emitUpdated } from "./emit-updated.ts";
