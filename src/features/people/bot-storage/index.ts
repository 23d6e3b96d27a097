import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { json, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { boundedList, boundedText, sized } from "../../../protocol/bounded.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { botStorageArchive, clearStorage, readStorage, schema, writeStorage } from "./bot-storage.ts";

const keysParam = optional(json(boundedList(boundedText("stored_value"), "entries")));

/** A JSON object as a Map. Checked by hand, because valibot's `record` drops keys such as "constructor". */
const storageParam = json(
  v.pipe(
    sized(v.unknown(), limits.request.form_bytes),
    v.rawTransform<unknown, ReadonlyMap<string, string>>(({ dataset: { value: given }, addIssue, NEVER }) => {
      if (typeof given !== "object" || given === null || Array.isArray(given)) {
        addIssue({ message: "{} is not a dict" });
        return NEVER;
      }
      const entries = new Map<string, string>();
      for (const [key, value] of Object.entries<unknown>({ ...given })) {
        if (typeof value === "string") entries.set(key, value);
        else addIssue({ message: `{}[${JSON.stringify(key)}] is not a string` });
      }
      return entries;
    }),
  ),
);

const getStorageEndpoint = action({
  route: "GET /bot_storage",
  by: "bot",
  params: { keys: keysParam },
  reply: { storage: v.record(v.string(), v.string()) },
  run({ realm, actor, params }) {
    const entries = readStorage(realm, actor.user_id, params.keys);
    return { storage: Object.fromEntries(entries.map(({ key, value }) => [key, value])) };
  },
});

const updateStorageEndpoint = action({
  route: "PUT /bot_storage",
  by: "bot",
  params: { storage: storageParam },
  run: ({ realm, actor, params }) => writeStorage(realm, actor.user_id, params.storage),
});

const removeStorageEndpoint = action({
  route: "DELETE /bot_storage",
  by: "bot",
  params: { keys: keysParam },
  run: ({ realm, actor, params }) => clearStorage(realm, actor.user_id, params.keys),
});

/** Key-value storage for the state of bots, separate for each account. */
export const botStorage = feature({
  name: "bot-storage",
  schema,
  personal: { bot_storage: { user: "user_id" } },
  archive: botStorageArchive,
  endpoints: [getStorageEndpoint, updateStorageEndpoint, removeStorageEndpoint],
});
