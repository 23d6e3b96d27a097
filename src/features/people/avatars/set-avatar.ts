import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { imageSizeLimits } from "../../../protocol/limits.ts";
import { dropFiles } from "../../files/storage/drop-files.ts";
import { AVATAR_SIZES, sentImage, storeImage } from "../../files/storage/store-image.ts";
import { reserveAvatar } from "../../organization/users/avatars.ts";
import { checkMayChangeAvatar, setAvatar } from "./own-avatar.ts";

const expected = {
  notOneFile: "You must upload exactly one avatar.",
  most_mib: imageSizeLimits.max_avatar_file_size_mib,
};

export const setAvatarEndpoint = action({
  route: "POST /users/me/avatar",
  file: "required",
  params: {},
  reply: { avatar_url: v.string() },
  plan({ realm, actor }) {
    checkMayChangeAvatar(realm, actor);
    return reserveAvatar(realm, actor.user_id);
  },
  async prepare({ plan: avatar, files, env }) {
    await storeImage(env, avatar.key, await sentImage(files, expected), AVATAR_SIZES);
    return avatar;
  },
  undo: ({ plan: { key }, env }) => dropFiles(env, key),
  run({ realm, actor, prepared: avatar }) {
    checkMayChangeAvatar(realm, actor);
    return { avatar_url: setAvatar(realm, actor, avatar) };
  },
});
