import type { Actor } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { Attachment } from "./rows.ts";

/** Runs before a file is deleted, while the messages that link to it are still known. */
export const fileRemovedHook = hook<[file: Attachment]>("file removed");

/** Runs when a file has been deleted, after `fileRemovedHook`, whose handlers save what they need. */
export const fileGoneHook = hook<[file: Attachment]>("file gone");

/** Runs when a message no longer links to a file that still exists. */
export const fileUnlinkedHook = hook<[file: Attachment]>("file unlinked");

/**
 * Whether a user, or a spectator (null), can open an uploaded file: their own, or one that a message or page they can
 * read links to.
 */
export const mayOpenFileHook = hook<[actor: Actor | null, file: Attachment], boolean>("may open file");

/** Whether a user can upload files. Every handler has to agree. */
export const mayUploadHook = hook<[actor: Actor], boolean>("may upload");

/** Whether someone who joined through an outside link still has access. */
export const isStillInsideHook = hook<[user: UserId], boolean>("is still inside");
