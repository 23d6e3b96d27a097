import { action } from "../../../endpoints/endpoint.ts";
import { clearStorage } from "./bot-storage.ts";
import { keysParam } from "./storage-params.ts";

export const removeStorageEndpoint = action({
  route: "DELETE /bot_storage",
  by: "bot",
  params: { keys: keysParam },
  reply: {},
  run({ realm, actor, params }) {
    clearStorage(realm, actor.user_id, params.keys);
    return {};
  },
});
