// What other features may use of this one.
export { contentType, isShown, storedType } from "./content-type.ts";
export { addressName, disposition } from "./file-name.ts";
export { keepUpload, urlOf } from "./keep-upload.ts";
export { roomLeft } from "./room-left.ts";
export { describeFile, quotaExceeded, type StoredUpload, storeUpload, tooLarge } from "./store-upload.ts";
