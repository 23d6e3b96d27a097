import type { Actor } from "../../../protocol/actor.ts";
import { hook } from "../../../realm/realm.ts";
import type { Attachment } from "./rows.ts";

/** Runs when a file is about to be deleted, while it is still known which messages link to it. */
export const fileRemovedHook = hook<[file: Attachment]>("file removed");

/** Runs when a file has been deleted, after those who keep something of it. */
export const fileGoneHook = hook<[file: Attachment]>("file gone");

/** Runs when a message links to a file no longer, which is still there. */
export const fileUnlinkedHook = hook<[file: Attachment]>("file unlinked");

/** Whether somebody, or a spectator (null), may open an uploaded file: their own, or one that messages show them. */
export const mayOpenFileHook = hook<[actor: Actor | null, file: Attachment], boolean>("may open file");
