import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { checkMayChangeAvatar, setAvatar } from "./own-avatar.ts";

export const resetAvatarEndpoint = action({
  route: "DELETE /users/me/avatar",
  params: {},
  reply: { avatar_url: v.string() },
  run({ realm, actor }) {
    checkMayChangeAvatar(realm, actor);
    return { avatar_url: setAvatar(realm, actor, null) };
  },
});
