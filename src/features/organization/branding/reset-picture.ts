import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { pictureUrl, replacePicture } from "../realm/pictures.ts";
import { logoOf, logoParams } from "./logo-params.ts";

export const resetIconEndpoint = action({
  route: "DELETE /realm/icon",
  by: "administrator",
  params: {},
  reply: { icon_url: v.string() },
  run({ realm }) {
    replacePicture(realm, "icon", null);
    return { icon_url: pictureUrl(realm, "icon") };
  },
});

export const resetLogoEndpoint = action({
  route: "DELETE /realm/logo",
  by: "administrator",
  params: logoParams,
  reply: {},
  run({ realm, params }) {
    replacePicture(realm, logoOf(params), null);
    return {};
  },
});
