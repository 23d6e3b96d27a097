import type { Env } from "../../../../config/env.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { imageSizeLimits } from "../../../../protocol/limits.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { dropFiles } from "../../../files/storage/drop-files.ts";
import { releaseFile } from "../../../files/storage/files.ts";
import { AVATAR_SIZES, sentImage, storeImage } from "../../../files/storage/store-image.ts";
import type { User } from "../../accounts/accounts.ts";
import { type ReservedAvatar, replaceAvatar, reserveAvatar } from "../../accounts/avatars.ts";
import { botAvatar } from "./bot-object.ts";

const expected = {
  notOneFile: "You may only upload one file at a time",
  most_mib: imageSizeLimits.max_avatar_file_size_mib,
};

/** Reserves storage for a bot's picture, if the request contains one. */
export const reserveBotAvatar = (realm: Realm, { user_id }: Actor, sendsFile: boolean): Partial<ReservedAvatar> =>
  sendsFile ? reserveAvatar(realm, user_id) : {};

/** Storage reserved for a bot's picture, if any, and whether a picture was stored. */
interface BotAvatar {
  readonly avatar: Partial<ReservedAvatar>;
  readonly isStored: boolean;
}

/** Stores a bot's picture, if the request contains one. Runs in the Worker. */
export async function storeBotAvatar(
  avatar: Partial<ReservedAvatar>,
  files: readonly { readonly file: File }[],
  env: Pick<Env, "UPLOADS" | "IMAGES">,
): Promise<BotAvatar> {
  if (avatar.key === undefined || files.length === 0) return { avatar, isStored: false };
  await storeImage(env, avatar.key, await sentImage(files, expected), AVATAR_SIZES);
  return { avatar, isStored: true };
}

/** Deletes the stored picture of a bot whose request was rejected. Runs in the Worker. */
export async function dropBotAvatar({ key }: Partial<ReservedAvatar>, env: Pick<Env, "UPLOADS">): Promise<void> {
  if (key !== undefined) await dropFiles(env, key);
}

/** Sets a bot's picture if one was stored, and returns the URL of its picture. Runs in the realm. */
export function setBotAvatar(realm: Realm, bot: User, { avatar: { hash, key }, isStored }: BotAvatar): string {
  if (hash === undefined || key === undefined || !isStored) {
    // A Worker of an older version reserves storage even if the request contains no picture.
    if (key !== undefined) releaseFile(realm, key);
    return botAvatar(realm, bot);
  }
  return botAvatar(realm, replaceAvatar(realm, bot, { hash, key }));
}
