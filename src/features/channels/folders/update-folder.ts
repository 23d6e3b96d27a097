import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional, text } from "../../../endpoints/parameter.ts";
import { parseDescription, renderDescription } from "../channels/description.ts";
import { accessFolder, changeFolder } from "./channel-folders.ts";

export const updateFolderEndpoint = action({
  route: "PATCH /channel_folders/:channel_folder_id",
  by: "administrator",
  params: {
    channel_folder_id: integer,
    name: optional(text("name")),
    description: optional(text("description")),
    is_archived: optional(boolean),
  },
  reply: {},
  plan: ({ realm, params }) => ({ folder: accessFolder(realm, params.channel_folder_id).id }),
  prepare: ({ params }) => parseDescription(params.description ?? ""),
  run({ realm, actor, params, prepared }) {
    const { channel_folder_id, name, is_archived } = params;
    const description = params.description === undefined ? undefined : renderDescription(realm, actor, prepared);
    changeFolder(realm, accessFolder(realm, channel_folder_id), { name, description, is_archived });
    return {};
  },
});
