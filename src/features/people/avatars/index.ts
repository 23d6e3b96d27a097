import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { type Page, type PageContext, page } from "../../../api/page.ts";
import { integer, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { imageSizeLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { dropFiles } from "../../files/storage/drop-files.ts";
import { imagePage, MEDIUM, SMALL } from "../../files/storage/pictures/made-files.ts";
import { AVATAR_SIZES, sentImage, storeImage } from "../../files/storage/store-image.ts";
import { accessUser, accessUserByEmail } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { avatarKey, type ReservedAvatar, replaceAvatar, reserveAvatar } from "../../organization/accounts/avatars.ts";
import { spectatorFields } from "../../organization/accounts/unknown-user.ts";
import { avatarUrl } from "../../organization/accounts/user-object.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

/** Redirects to the URL of the current avatar, which changes with the picture. */
async function redirect({ call, variables }: PageContext, size: "avatar_url" | "avatar_url_medium"): Promise<Response> {
  const answer = await call(`GET /avatar/${encodeURIComponent(variables["who"] ?? "")}`);
  if (!answer.ok) return answer;
  const found = await answer.json<Record<string, string>>();
  return new Response(null, { status: 302, headers: { Location: found[size] ?? "", "Cache-Control": "private" } });
}

const avatarPages: readonly Page[] = [
  page("GET /avatar/:who", (context) => redirect(context, "avatar_url"), { crossOrigin: true }),
  page("GET /avatar/:who/medium", (context) => redirect(context, "avatar_url_medium"), { crossOrigin: true }),
  imagePage("GET /user_avatars/:realm_id/:file", ({ realm_id = "", file = "" }) => ({
    key: avatarKey(realm_id, file.replace(/(-medium)?\.png$/, "")),
    size: file.endsWith("-medium.png") ? MEDIUM : SMALL,
  })),
];

function checkMayChangeAvatar(realm: Realm, actor: Actor): void {
  if (realmSettings(realm).avatar_changes_disabled && !isAdministrator(actor)) {
    throw badRequest("Avatar changes are disabled in this organization.");
  }
}

/** Replaces the actor's avatar, or resets it to the Gravatar if `avatar` is null. Returns the new URL. */
function setAvatar(realm: Realm, actor: Actor, avatar: ReservedAvatar | null): string {
  const before = accessUser(realm, actor, actor.user_id);
  const user = avatar === null && before.avatar_source === "G" ? before : replaceAvatar(realm, before, avatar);
  return avatarUrl(user, realm.id, { viewer: null, client_gravatar: false });
}

const expected = {
  notOneFile: "You must upload exactly one avatar.",
  most_mib: imageSizeLimits.max_avatar_file_size_mib,
};

const setAvatarEndpoint = action({
  route: "POST /users/me/avatar",
  file: "required",
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

const resetAvatarEndpoint = action({
  route: "DELETE /users/me/avatar",
  reply: { avatar_url: v.string() },
  run({ realm, actor }) {
    checkMayChangeAvatar(realm, actor);
    return { avatar_url: setAvatar(realm, actor, null) };
  },
});

const reply = { avatar_url: v.string(), avatar_url_medium: v.string() };

function avatarUrls(realm: Realm, actor: Actor | null, user: User) {
  if (actor === null && user.avatar_source !== "U") {
    const { avatar_url } = spectatorFields(user, { realm: realm.id, host: realm.host });
    return { avatar_url, avatar_url_medium: `${avatar_url}&s=500` };
  }
  const options = { viewer: null, client_gravatar: false };
  return {
    avatar_url: avatarUrl(user, realm.id, options) ?? "",
    avatar_url_medium: avatarUrl(user, realm.id, options, true) ?? "",
  };
}

/** Returns the current URLs of an account's avatar. Only called by the pages that redirect to them. */
const getAvatarEndpoint = action({
  route: "GET /avatar/:user_id",
  internal: true,
  by: "spectator",
  limited: "files",
  params: { user_id: integer },
  reply,
  run: ({ realm, actor, params }) => avatarUrls(realm, actor, accessUser(realm, actor, params.user_id)),
});

const getAvatarByEmailEndpoint = action({
  route: "GET /avatar/:email",
  internal: true,
  by: "spectator",
  limited: "files",
  params: { email: text("address") },
  reply,
  run: ({ realm, actor, params }) => avatarUrls(realm, actor, accessUserByEmail(realm, actor, params.email)),
});

/** Avatars: users upload and reset their own, and see everyone's. */
export const avatars = feature({
  name: "avatars",
  endpoints: [setAvatarEndpoint, resetAvatarEndpoint, getAvatarEndpoint, getAvatarByEmailEndpoint],
  pages: avatarPages,
});
