import { action } from "../../../endpoints/endpoint.ts";
import { writeStorage } from "./bot-storage.ts";
import { storageParam } from "./storage-params.ts";

export const updateStorageEndpoint = action({
  route: "PUT /bot_storage",
  by: "bot",
  params: { storage: storageParam },
  reply: {},
  run({ realm, actor, params }) {
    writeStorage(realm, actor.user_id, params.storage);
    return {};
  },
});
