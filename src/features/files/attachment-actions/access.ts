import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, notFound } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Attachment, attachmentAt } from "../attachments/attachments.ts";
import { mayOpenFileHook } from "../attachments/hooks.ts";

export const noSuchFile = () => notFound("File not found");
export const notAllowed = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "You are not authorized to view this file.", status: 403 });

/** Whether the caller can open a file. A null actor is a spectator. */
export const mayOpenFile = (realm: Realm, actor: Actor | null, file: Attachment): boolean =>
  realm.collect(mayOpenFileHook, actor, file).some(Boolean);

/** Returns the file at a path. Throws if the caller can't open it. A null actor is a spectator. */
export function accessFile(realm: Realm, actor: Actor | null, path_id: string): Attachment {
  const file = attachmentAt(realm, path_id);
  if (file === undefined) throw noSuchFile();
  if (!mayOpenFile(realm, actor, file)) throw notAllowed();
  return file;
}
