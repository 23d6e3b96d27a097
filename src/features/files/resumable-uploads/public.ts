// The parts of this feature that others can use.
export { endAllUploads } from "./resumable-uploads.ts";
