import { shapedAction } from "../../../endpoints/endpoint.ts";
import { pictureUrl } from "../realm/pictures.ts";
import { logoOf, logoParams } from "./logo-params.ts";

const redirect = ({ result: url }: { readonly result: string }) =>
  new Response(null, { status: 302, headers: { Location: url } });

export const getIconEndpoint = shapedAction({
  route: "GET /realm/icon",
  params: {},
  reply: {},
  run: ({ realm }) => pictureUrl(realm, "icon"),
  shape: redirect,
});

export const getLogoEndpoint = shapedAction({
  route: "GET /realm/logo",
  params: logoParams,
  reply: {},
  run: ({ realm, params }) => pictureUrl(realm, logoOf(params)),
  shape: redirect,
});
