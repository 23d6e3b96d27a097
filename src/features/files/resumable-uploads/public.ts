// What other features may use of this one.
export { endAllUploads } from "./resumable-uploads.ts";
