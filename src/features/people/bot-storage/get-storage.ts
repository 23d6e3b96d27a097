import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { readStorage } from "./bot-storage.ts";
import { keysParam } from "./storage-params.ts";

export const getStorageEndpoint = action({
  route: "GET /bot_storage",
  by: "bot",
  params: { keys: keysParam },
  reply: { storage: v.record(v.string(), v.string()) },
  run({ realm, actor, params }) {
    const entries = readStorage(realm, actor.user_id, params.keys);
    return { storage: Object.fromEntries(entries.map(({ key, value }) => [key, value])) };
  },
});
