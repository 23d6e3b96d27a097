// The parts of this feature that others can use.
export { byteRange } from "./byte-range.ts";
export { deleteBelow, deleteKeys, deleteSome, dropFiles } from "./drop-files.ts";
export { discardFile, keepFile, releaseFile, reserveFile } from "./files.ts";
export { handOver } from "./hand-over.ts";
export { fileDiscardedHook, heldPrefixesHook, type KeysAfter, namedFilesHook } from "./hooks.ts";
export { type Image, isImageType, readImage, stillOf } from "./image/image.ts";
export { imagePage } from "./image-page.ts";
export { firstKeys, keysOf, namedFiles, reservedKeys } from "./named-files.ts";
export { isMadeKey, MEDIUM, SMALL } from "./pictures/made-files.ts";
export { hasThumbnail, makeThumbnails, serveThumbnail, thumbnailName } from "./pictures/thumbnails.ts";
export { inTurn } from "./pictures/turns.ts";
export { putChunks } from "./put-chunks.ts";
export { serveFile } from "./serve-file.ts";
export { AVATAR_SIZES, EMOJI_SIZES, sentImage, storeImage } from "./store-image.ts";
