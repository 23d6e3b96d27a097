import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { boolean, optional } from "../../../api/parameter.ts";
import type { Env } from "../../../config/env.ts";
import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { imageSizeLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { dropFiles } from "../../files/storage/drop-files.ts";
import { imagePage } from "../../files/storage/pictures/made-files.ts";
import { sentImage, storeImage } from "../../files/storage/store-image.ts";
import {
  type PictureName,
  pictureKey,
  pictureUrl,
  replacePicture,
  reservePicture,
} from "../organization-settings/pictures.ts";

/** Whether the request is about the dark theme's logo instead of the light theme's. */
const logoParams = { night: optional(boolean, false) };
const logoOf = ({ night }: { readonly night: boolean }): PictureName => (night ? "night_logo" : "logo");

const icon = { notOneFile: "You must upload exactly one icon.", most_mib: imageSizeLimits.max_icon_file_size_mib };
const logo = { notOneFile: "You must upload exactly one logo.", most_mib: imageSizeLimits.max_logo_file_size_mib };

const setIconEndpoint = action({
  route: "POST /realm/icon",
  file: "required",
  by: "administrator",
  reply: { icon_url: v.string() },
  plan: ({ realm, actor }) => reserve(realm, actor),
  prepare: ({ plan, files, env }) => store(env, plan, sentImage(files, icon)),
  undo: ({ plan: { key }, env }) => dropFiles(env, key),
  run({ realm, prepared: file }) {
    replacePicture(realm, "icon", file);
    return { icon_url: pictureUrl(realm, "icon") };
  },
});

const setLogoEndpoint = action({
  route: "POST /realm/logo",
  file: "required",
  by: "administrator",
  params: logoParams,
  plan: ({ realm, actor }) => reserve(realm, actor),
  prepare: ({ plan, files, env }) => store(env, plan, sentImage(files, logo)),
  undo: ({ plan: { key }, env }) => dropFiles(env, key),
  run: ({ realm, params, prepared: file }) => replacePicture(realm, logoOf(params), file),
});

function reserve(realm: Realm, { user_id }: Actor) {
  const file = randomToken(realm.random, 20);
  return { file, key: reservePicture(realm, user_id, file) };
}

async function store(
  env: Env,
  { file, key }: ReturnType<typeof reserve>,
  sent: ReturnType<typeof sentImage>,
): Promise<string> {
  await storeImage(env, key, await sent);
  return file;
}

const resetIconEndpoint = action({
  route: "DELETE /realm/icon",
  by: "administrator",
  reply: { icon_url: v.string() },
  run({ realm }) {
    replacePicture(realm, "icon", null);
    return { icon_url: pictureUrl(realm, "icon") };
  },
});

const resetLogoEndpoint = action({
  route: "DELETE /realm/logo",
  by: "administrator",
  params: logoParams,
  run: ({ realm, params }) => replacePicture(realm, logoOf(params), null),
});

const redirect = ({ result: url }: { readonly result: string }) =>
  new Response(null, { status: 302, headers: { Location: url } });

const getIconEndpoint = shapedAction({
  route: "GET /realm/icon",
  run: ({ realm }) => pictureUrl(realm, "icon"),
  shape: redirect,
});

const getLogoEndpoint = shapedAction({
  route: "GET /realm/logo",
  params: logoParams,
  run: ({ realm, params }) => pictureUrl(realm, logoOf(params)),
  shape: redirect,
});

export const branding = feature({
  name: "branding",
  endpoints: [setIconEndpoint, resetIconEndpoint, getIconEndpoint, setLogoEndpoint, resetLogoEndpoint, getLogoEndpoint],
  pages: [
    imagePage("GET /user_avatars/:realm_id/realm/:file", ({ realm_id = "", file = "" }) => ({
      key: pictureKey(realm_id, file),
    })),
  ],
});
