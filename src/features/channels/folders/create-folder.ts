import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { optional, text } from "../../../endpoints/parameter.ts";
import { parseDescription, renderDescription } from "../channels/description.ts";
import { addFolder } from "./channel-folders.ts";

export const createFolderEndpoint = action({
  route: "POST /channel_folders/create",
  by: "administrator",
  params: { name: text("name"), description: optional(text("description"), "") },
  reply: { channel_folder_id: v.number() },
  plan: () => ({}),
  prepare: ({ params }) => parseDescription(params.description),
  run({ realm, actor, params, prepared }) {
    const description = renderDescription(realm, actor, prepared);
    return { channel_folder_id: addFolder(realm, actor, { name: params.name, description }).id };
  },
});
