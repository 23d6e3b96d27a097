import { feature } from "../../../feature.ts";
import { avatarPages } from "./avatar-pages.ts";
import { getAvatarByEmailEndpoint, getAvatarEndpoint, resetAvatarEndpoint, setAvatarEndpoint } from "./endpoints.ts";

/** Avatars: uploading one's own, resetting it, and serving everybody's. */
export const avatars = feature({
  name: "avatars",
  endpoints: [setAvatarEndpoint, resetAvatarEndpoint, getAvatarEndpoint, getAvatarByEmailEndpoint],
  pages: avatarPages,
});
