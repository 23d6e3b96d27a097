// The parts of this feature that others can use.
export { deleteMessages } from "./deletion.ts";
export { emitDeleted } from "./emit-deleted.ts";
