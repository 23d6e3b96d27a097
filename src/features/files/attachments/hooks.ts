import type { Actor } from "../../../protocol/actor.ts";
import { hook } from "../../../realm/realm.ts";
import type { Attachment } from "./attachments.ts";

/** Whether somebody, or a spectator (null), may open an uploaded file: their own, or one that messages show them. */
export const mayOpenFileHook = hook<[actor: Actor | null, file: Attachment], boolean>("may open file");
