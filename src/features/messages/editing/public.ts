// The parts of this feature that others can use.
export { checkMayEditContent, messagesNeededFor } from "./access.ts";
export { applyEdit } from "./apply-edit.ts";
export { checkEdit } from "./check-edit.ts";
export { emitRendered } from "./emit-updated.ts";
