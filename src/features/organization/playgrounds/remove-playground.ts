import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { removePlayground } from "./playgrounds.ts";

export const removePlaygroundEndpoint = action({
  route: "DELETE /realm/playgrounds/:playground_id",
  by: "administrator",
  params: { playground_id: integer },
  reply: {},
  run({ realm, params }) {
    removePlayground(realm, params.playground_id);
    return {};
  },
});
