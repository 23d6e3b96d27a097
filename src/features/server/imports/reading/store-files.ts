import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ByteSource } from "../../../../archive-format/blob-source.ts";
import type { Env } from "../../../../config/env.ts";
import { describeFile } from "../../../files/attachment-actions/store-upload.ts";
import { type Image, readImage, stillOf } from "../../../files/storage/image/image.ts";
import { putChunks } from "../../../files/storage/put-chunks.ts";
import { AVATAR_SIZES, EMOJI_SIZES, storeImage } from "../../../files/storage/store-image.ts";
import type { FileToStore, StoredFile } from "./importer-port.ts";

/** Maximum size of an avatar, emoji or organization picture, in bytes. Pictures are read into memory as a whole. */
const PICTURE_BYTES = 8_000_000;

/** Copies a file from the archive to the store. Idempotent, because it writes the same content under the same key. */
export async function storeFile(
  env: Pick<Env, "UPLOADS" | "IMAGES">,
  source: ByteSource,
  file: FileToStore,
): Promise<StoredFile> {
  if (file.picture !== null) return storePicture(env, source, { ...file, picture: file.picture });
  const store = env.UPLOADS;
  const hash = sha256.create();
  async function* hashed() {
    for await (const chunk of source.stream()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const named = { filename: file.name, type: file.content_type };
  const { described } = await putChunks(store, file.key, hashed(), (first) => describeFile(named, first));
  if (file.sha256 !== null && bytesToHex(hash.digest()) !== file.sha256) {
    await store.delete(file.key);
    return CHANGED;
  }
  return { image: described.image ?? null, content_type: described.content_type };
}

const CHANGED = { problem: "files that are not what their rows tell" };

/** Like `storeFile`, but stores nothing. */
export async function verifyFile(source: ByteSource, { picture, sha256: wanted }: FileToStore): Promise<StoredFile> {
  if (picture !== null) {
    const found = await readPicture(source);
    return "problem" in found ? found : { image: found.image, content_type: found.image.content_type };
  }
  const hash = sha256.create();
  for await (const chunk of source.stream()) hash.update(chunk);
  return wanted === null || bytesToHex(hash.digest()) === wanted ? { image: null, content_type: "" } : CHANGED;
}

type ReadPicture = { readonly bytes: Uint8Array<ArrayBuffer>; readonly image: Image } | { readonly problem: string };

async function readPicture(source: ByteSource): Promise<ReadPicture> {
  if (source.size > PICTURE_BYTES) return { problem: "pictures that are too large" };
  const bytes = new Uint8Array(await source.arrayBuffer());
  const image = readImage(bytes);
  return image === undefined ? { problem: "pictures that cannot be read" } : { bytes, image };
}

async function storePicture(
  env: Pick<Env, "UPLOADS" | "IMAGES">,
  source: ByteSource,
  { key, picture, stillKey }: FileToStore & { readonly picture: keyof typeof SIZES },
): Promise<StoredFile> {
  const found = await readPicture(source);
  if ("problem" in found) return found;
  const { bytes, image } = found;
  await storeImage(env, key, { bytes, image }, SIZES[picture]);
  if (image.animated && stillKey !== null) {
    const still = { bytes: stillOf(bytes, image), image: { ...image, animated: false } };
    await storeImage(env, stillKey, still, SIZES[picture]);
  }
  return { image, content_type: image.content_type };
}

const SIZES = { avatar: AVATAR_SIZES, emoji: EMOJI_SIZES, picture: {} } as const;
