import type { Actor } from "../../../../protocol/actor.ts";
import { ApiError, notFound } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Attachment, attachmentAt } from "../attachments.ts";
import { mayOpenFileHook } from "../hooks.ts";

export const noSuchFile = () => notFound("File not found");
export const notAllowed = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "You are not authorized to view this file.", status: 403 });

/** Whether the caller may open a file. A null actor is a spectator. */
export const mayOpenFile = (realm: Realm, actor: Actor | null, file: Attachment): boolean =>
  realm.collect(mayOpenFileHook, actor, file).some(Boolean);

/** The file at a path, if the caller may open it; refuses otherwise. A null actor is a spectator. */
export function accessFile(realm: Realm, actor: Actor | null, path_id: string): Attachment {
  const file = attachmentAt(realm, path_id);
  if (file === undefined) throw noSuchFile();
  if (!mayOpenFile(realm, actor, file)) throw notAllowed();
  return file;
}
