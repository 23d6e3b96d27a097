// The parts of this feature that others can use.
export { claimImported, hasFilesOf, type ImportedClaims } from "./archive.ts";
export {
  type Attachment,
  addAttachment,
  attachmentAt,
  channelsWith,
  checkNumberOfFiles,
  isLinkedBetween,
  missingFiles,
  removeFilesOf,
  reserveUpload,
  uploadKey,
  uploadSpaceUsed,
} from "./attachments.ts";
export {
  type ClaimingMessage,
  claim,
  filesOfMessages,
  holdFiles,
  messagesWith,
  moveClaims,
  reclaim,
  releaseClaims,
} from "./claims.ts";
export { type AttachmentObject, attachmentSchema, shownAttachment } from "./events.ts";
export { fileGoneHook, fileRemovedHook, fileUnlinkedHook, mayOpenFileHook } from "./hooks.ts";
