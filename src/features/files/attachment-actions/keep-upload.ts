import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { addAttachment } from "../attachments/attachments.ts";
import { addressName } from "./file-name.ts";

interface Upload {
  readonly owner: UserId;
  /** Middle part of the file's path, without the organization and file name. */
  readonly place: string;
  readonly file: Omit<Parameters<typeof addAttachment>[1], "owner" | "path_id">;
}

/** Turns a stored object into an uploaded file, and returns the reply for its owner. */
export function keepUpload(realm: Realm, { owner, place, file }: Upload) {
  const path_id = `${realm.id}/${place}/${addressName(file.name)}`;
  addAttachment(realm, { ...file, owner, path_id });
  return { path_id, url: urlOf(path_id), filename: file.name };
}

export const urlOf = (path_id: string): string => `/user_uploads/${path_id}`;
