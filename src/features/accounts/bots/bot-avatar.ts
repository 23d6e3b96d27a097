import type { Env } from "../../../env.ts";
import { imageSizeLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { keepFile } from "../../files/files.ts";
import { sentImage, storeImage } from "../../files/store-image.ts";
import { type ReservedAvatar, replaceAvatar } from "../../users/avatars.ts";
import type { User } from "../../users/users.ts";
import { botAvatar } from "./bot-object.ts";
import { tellBotChange } from "./telling.ts";

const expected = {
  one: "You may only upload one file at a time",
  most_mib: imageSizeLimits.max_avatar_file_size_mib,
};

/** The place that was reserved for a bot's picture, and whether there is one in it. */
interface BotAvatar {
  readonly avatar: ReservedAvatar;
  readonly isStored: boolean;
}

/** In the Worker: a picture may be sent with a bot, and need not be. */
export async function storeBotAvatar(
  avatar: ReservedAvatar,
  files: readonly { readonly file: File }[],
  env: Pick<Env, "UPLOADS">,
): Promise<BotAvatar> {
  const isStored = files.length > 0;
  if (isStored) await storeImage(env, avatar.key, await sentImage(files, expected));
  return { avatar, isStored };
}

/** In the realm: gives a bot the picture that came with it, if one did; answers where its picture is. */
export function giveAvatar(realm: Realm, bot: User, { avatar, isStored }: BotAvatar): string {
  if (!isStored) {
    keepFile(realm, avatar.key);
    return botAvatar(realm, bot);
  }
  const avatar_url = botAvatar(realm, replaceAvatar(realm, bot, avatar));
  tellBotChange(realm, bot, { avatar_url });
  return avatar_url;
}
