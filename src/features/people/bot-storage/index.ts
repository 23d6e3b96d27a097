import { feature } from "../../../feature.ts";
import { botStorageArchive, schema } from "./bot-storage.ts";
import { getStorageEndpoint, removeStorageEndpoint, updateStorageEndpoint } from "./endpoints.ts";

/** Key-value storage in which bots keep their state: texts by key, separate for each account. */
export const botStorage = feature({
  name: "bot-storage",
  schema,
  personal: { bot_storage: { user: "user_id" } },
  archive: botStorageArchive,
  endpoints: [getStorageEndpoint, updateStorageEndpoint, removeStorageEndpoint],
});
