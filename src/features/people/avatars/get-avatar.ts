import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, text } from "../../../endpoints/parameter.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser, accessUserByEmail } from "../../organization/users/access.ts";
import { spectatorFields } from "../../organization/users/unknown-user.ts";
import { avatarUrl } from "../../organization/users/user-object.ts";
import type { User } from "../../organization/users/users.ts";

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

/** The current URLs of an account's avatar. Only the pages that redirect to them call this. */
export const getAvatarEndpoint = action({
  route: "GET /avatar/:user_id",
  internal: true,
  by: "spectator",
  limited: "files",
  params: { user_id: integer },
  reply,
  run: ({ realm, actor, params }) => avatarUrls(realm, actor, accessUser(realm, actor, params.user_id)),
});

export const getAvatarByEmailEndpoint = action({
  route: "GET /avatar/:email",
  internal: true,
  by: "spectator",
  limited: "files",
  params: { email: text("address") },
  reply,
  run: ({ realm, actor, params }) => avatarUrls(realm, actor, accessUserByEmail(realm, actor, params.email)),
});
