import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { replaceKeys } from "./api-keys.ts";

export const regenerateApiKeyEndpoint = action({
  route: "POST /users/me/api_key/regenerate",
  by: "human",
  params: {},
  reply: { api_key: v.string() },
  run: ({ realm, actor, request }) => ({ api_key: replaceKeys(realm, actor.user_id, request) }),
});
