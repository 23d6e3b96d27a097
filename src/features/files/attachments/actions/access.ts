import type { Actor } from "../../../../protocol/actor.ts";
import { ApiError, notFound } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Attachment, attachmentAt } from "../attachments.ts";
import { mayOpenFileHook } from "../hooks.ts";

export const noSuchFile = () => notFound("File not found");
export const notAllowed = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "You are not authorized to view this file.", status: 403 });

/** The file at a path, if the caller may open it; refuses otherwise. A null actor is a spectator. */
export function accessFile(realm: Realm, actor: Actor | null, path_id: string): Attachment {
  const file = attachmentAt(realm, path_id);
  if (file === undefined) throw noSuchFile();
  if (!realm.collect(mayOpenFileHook, actor, file).some(Boolean)) throw notAllowed();
  return file;
}
