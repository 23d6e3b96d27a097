import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { linkifierParams } from "./linkifier-params.ts";
import { addLinkifier } from "./linkifiers.ts";

export const addLinkifierEndpoint = action({
  route: "POST /realm/filters",
  by: "administrator",
  params: linkifierParams,
  reply: { id: v.number() },
  run: ({ realm, params }) => ({ id: addLinkifier(realm, params) }),
});
