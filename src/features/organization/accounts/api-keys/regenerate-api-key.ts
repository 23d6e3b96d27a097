import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { accessUser } from "../access.ts";
import { checkWayInChange } from "../authentication/credentials.ts";
import { keysRenewedHook } from "../hooks.ts";
import { replaceKeys } from "./api-keys.ts";

export const regenerateApiKeyEndpoint = action({
  route: "POST /users/me/api_key/regenerate",
  by: "human",
  params: {},
  reply: { api_key: v.string() },
  run({ realm, actor, request }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "API key", act: "add", of: user });
    realm.run(keysRenewedHook, user);
    return { api_key: replaceKeys(realm, actor.user_id, request) };
  },
});
