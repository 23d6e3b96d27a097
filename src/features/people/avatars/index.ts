import { feature } from "../../../feature.ts";
import { avatarPages } from "./avatar-pages.ts";
import { getAvatarByEmailEndpoint, getAvatarEndpoint } from "./get-avatar.ts";
import { resetAvatarEndpoint } from "./reset-avatar.ts";
import { setAvatarEndpoint } from "./set-avatar.ts";

/** The pictures of accounts. */
export const avatars = feature({
  name: "avatars",
  endpoints: [setAvatarEndpoint, resetAvatarEndpoint, getAvatarEndpoint, getAvatarByEmailEndpoint],
  pages: avatarPages,
});
