// The parts of this feature that others can use.
export { checkMayEditContent } from "./access.ts";
export { emitUpdated } from "./emit-updated.ts";
