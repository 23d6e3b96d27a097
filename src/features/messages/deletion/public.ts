// What other features may use of this one.
export { deleteMessages } from "./deletion.ts";
export { emitDeleted } from "./emit-deleted.ts";
