// The parts of this feature that others can use.
export { accessMessageToDelete } from "./access.ts";
export { deleteMessages } from "./deletion.ts";
export { emitDeleted } from "./emit-deleted.ts";
export { deletionStepsHook } from "./hooks.ts";
export { waitsForTexts } from "./needed-texts.ts";
export { deletableAtOnce, MOST_AT_ONCE, MOST_SEARCHED, mostWithEvents, PAUSE_MS, waitBeforeDeleting } from "./steps.ts";
