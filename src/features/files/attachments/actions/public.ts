// The parts of this feature that others can use.
export { accessFile, mayOpenFile } from "./access.ts";
export { addressName } from "./file-name.ts";
export { keepUpload, urlOf } from "./keep-upload.ts";
export { roomLeft } from "./room-left.ts";
export { describeFile, quotaExceeded, type StoredUpload, storeUpload, tooLarge } from "./store-upload.ts";
