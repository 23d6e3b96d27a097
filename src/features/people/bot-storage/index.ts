import { feature } from "../../../feature.ts";
import { getStorageEndpoint } from "./get-storage.ts";
import { removeStorageEndpoint } from "./remove-storage.ts";
import { schema } from "./rows.ts";
import { updateStorageEndpoint } from "./update-storage.ts";

/** What bots remember between two runs: texts by keys, each account its own. */
export const botStorage = feature({
  name: "bot-storage",
  schema,
  endpoints: [getStorageEndpoint, updateStorageEndpoint, removeStorageEndpoint],
});
