import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { linkifierParams } from "./linkifier-params.ts";
import { changeLinkifier } from "./linkifiers.ts";

export const updateLinkifierEndpoint = action({
  route: "PATCH /realm/filters/:filter_id",
  by: "administrator",
  params: { filter_id: integer, ...linkifierParams },
  reply: {},
  run({ realm, params: { filter_id, ...linkifier } }) {
    changeLinkifier(realm, filter_id, linkifier);
    return {};
  },
});
