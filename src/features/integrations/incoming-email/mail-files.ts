import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { ApiError, unavailable } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { checkRoom, roomLeft } from "../../files/attachment-actions/room-left.ts";
import { addressName, type StoredUpload, storeUpload } from "../../files/attachment-actions/store-upload.ts";
import { addAttachment, checkNumberOfFiles, reserveUpload } from "../../files/attachments/attachments.ts";
import { keepFile } from "../../files/storage/files.ts";
import { makeThumbnails } from "../../files/storage/pictures/thumbnails.ts";
import type { User } from "../../organization/accounts/accounts.ts";

/** Storage keys for an email's files, and the free space for them. */
interface Reserved {
  readonly realm: number;
  readonly places: readonly { readonly place: string; readonly key: string }[];
  readonly room: number | null;
}

export interface StoredFile extends StoredUpload {
  readonly key: string;
  readonly path_id: string;
}

/** Reserves keys for an email's files. If too many uploads are in progress, the email must be delivered again later. */
export function reserveFiles(realm: Realm, { id: owner }: User, count: number): Reserved {
  const places = Array.from({ length: Math.min(count, limits.message.mail_files) }, () => {
    const place = `${randomToken(realm.random, 2)}/${randomToken(realm.random, 24)}`;
    try {
      return { place, key: reserveUpload(realm, owner, place) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw unavailable(error.message, 60);
    }
  });
  return { realm: realm.id, places, room: roomLeft(realm) };
}

/** Runs in the Worker. Stores an email's files while there is room for them. */
export async function storeFiles(
  env: Env,
  config: Config,
  { realm, places, room }: Reserved,
  files: readonly { readonly file: File }[],
): Promise<{ readonly stored: readonly StoredFile[]; readonly isCut: boolean }> {
  const stored: StoredFile[] = [];
  let left = room;
  for (const [index, { file }] of files.entries()) {
    const reserved = places[index];
    if (reserved === undefined) break;
    try {
      const upload = await storeUpload(env.UPLOADS, alone(file), { key: reserved.key, room: left, config });
      if (upload.image !== undefined) await makeThumbnails(env, reserved.key, upload.image);
      const path_id = `${realm}/${reserved.place}/${addressName(upload.name)}`;
      stored.push({ ...upload, key: reserved.key, path_id });
      left = left === null ? null : left - upload.size;
    } catch (error) {
      // The file is too large, or exceeds the organization's quota. Other files may still fit.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
  }
  return { stored, isCut: stored.length < files.length };
}

async function* alone(file: File) {
  const chunks = (async function* () {
    yield new Uint8Array(await file.arrayBuffer());
  })();
  yield { name: "file", filename: file.name, type: file.type, chunks };
}

/** Adds all files of an email, or throws before anything is written if they don't fit. */
export function addFiles(realm: Realm, { id: owner }: User, files: readonly StoredFile[]): void {
  if (files.length === 0) return;
  checkRoom(
    realm,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  checkNumberOfFiles(realm, owner, files.length);
  for (const { key, ...file } of files) {
    keepFile(realm, key);
    addAttachment(realm, { ...file, owner });
  }
}
