import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { removeLinkifier } from "./linkifiers.ts";

export const removeLinkifierEndpoint = action({
  route: "DELETE /realm/filters/:filter_id",
  by: "administrator",
  params: { filter_id: integer },
  reply: {},
  run({ realm, params }) {
    removeLinkifier(realm, params.filter_id);
    return {};
  },
});
