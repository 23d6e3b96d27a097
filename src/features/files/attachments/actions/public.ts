// What other features may use of this one.
export { contentType, isShown, storedType } from "./content-type.ts";
export { disposition } from "./file-name.ts";
