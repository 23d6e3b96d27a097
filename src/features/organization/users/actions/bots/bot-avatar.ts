import type { Env } from "../../../../../config/env.ts";
import type { Actor } from "../../../../../protocol/actor.ts";
import { imageSizeLimits } from "../../../../../protocol/limits.ts";
import type { Realm } from "../../../../../realm/realm.ts";
import { dropFiles } from "../../../../files/storage/drop-files.ts";
import { releaseFile } from "../../../../files/storage/files.ts";
import { sentImage, storeImage } from "../../../../files/storage/store-image.ts";
import { type ReservedAvatar, replaceAvatar, reserveAvatar } from "../../avatars.ts";
import type { User } from "../../users.ts";
import { emitBotUpdated } from "./bot-events.ts";
import { botAvatar } from "./bot-object.ts";

const expected = {
  notOneFile: "You may only upload one file at a time",
  most_mib: imageSizeLimits.max_avatar_file_size_mib,
};

/** Reserves a place for the picture that comes with a bot, if one does. */
export const reserveBotAvatar = (realm: Realm, { user_id }: Actor, sendsFile: boolean): Partial<ReservedAvatar> =>
  sendsFile ? reserveAvatar(realm, user_id) : {};

/** The place that was reserved for a bot's picture, if one was, and whether there is one in it. */
interface BotAvatar {
  readonly avatar: Partial<ReservedAvatar>;
  readonly isStored: boolean;
}

/** In the Worker: a picture may be sent with a bot, and need not be. */
export async function storeBotAvatar(
  avatar: Partial<ReservedAvatar>,
  files: readonly { readonly file: File }[],
  env: Pick<Env, "UPLOADS">,
): Promise<BotAvatar> {
  if (avatar.key === undefined || files.length === 0) return { avatar, isStored: false };
  await storeImage(env, avatar.key, await sentImage(files, expected));
  return { avatar, isStored: true };
}

/** In the Worker: takes it back, where the bot was refused. */
export async function dropBotAvatar({ key }: Partial<ReservedAvatar>, env: Pick<Env, "UPLOADS">): Promise<void> {
  if (key !== undefined) await dropFiles(env, key);
}

/** In the realm: gives a bot the picture that came with it, if one did; answers where its picture is. */
export function setBotAvatar(realm: Realm, bot: User, { avatar: { hash, key }, isStored }: BotAvatar): string {
  if (hash === undefined || key === undefined || !isStored) {
    // A Worker of an older program does not say that no picture comes.
    if (key !== undefined) releaseFile(realm, key);
    return botAvatar(realm, bot);
  }
  const avatar_url = botAvatar(realm, replaceAvatar(realm, bot, { hash, key }));
  emitBotUpdated(realm, bot, { avatar_url });
  return avatar_url;
}
