import { feature } from "../../../feature.ts";
import {
  avatarPages,
  getAvatarByEmailEndpoint,
  getAvatarEndpoint,
  resetAvatarEndpoint,
  setAvatarEndpoint,
} from "./endpoints.ts";

/** Avatars: users upload and reset their own, and see everyone's. */
export const avatars = feature({
  name: "avatars",
  endpoints: [setAvatarEndpoint, resetAvatarEndpoint, getAvatarEndpoint, getAvatarByEmailEndpoint],
  pages: avatarPages,
});
