// What other features may use of this one.
export { contentType, isShown, storedType } from "./content-type.ts";
export { addressName, disposition } from "./file-name.ts";
export { roomLeft } from "./room-left.ts";
export { type StoredUpload, storeUpload } from "./store-upload.ts";
