import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessibleChannels } from "../channels/access.ts";
import { parseDescription, renderDescription } from "../channels/description.ts";
import { folderArchive } from "./archive.ts";
import { accessFolder, addFolder, changeFolder, folderObject, foldersOf, orderFolders } from "./channel-folders.ts";
import { folderAdded, folderSchema, foldersReordered, folderUpdated } from "./events.ts";
import { schema } from "./rows.ts";

const getFoldersEndpoint = action({
  route: "GET /channel_folders",
  params: { include_archived: optional(boolean, false) },
  reply: { channel_folders: v.array(folderSchema) },
  run: ({ realm, params }) => ({
    channel_folders: foldersOf(realm)
      .filter(({ is_archived }) => params.include_archived || is_archived === 0)
      .map(folderObject),
  }),
});

const createFolderEndpoint = action({
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

const updateFolderEndpoint = action({
  route: "PATCH /channel_folders/:channel_folder_id",
  by: "administrator",
  params: {
    channel_folder_id: integer,
    name: optional(text("name")),
    description: optional(text("description")),
    is_archived: optional(boolean),
  },
  plan: ({ realm, params }) => ({ folder: accessFolder(realm, params.channel_folder_id).id }),
  prepare: ({ params }) => parseDescription(params.description ?? ""),
  run({ realm, actor, params, prepared }) {
    const { channel_folder_id, name, is_archived } = params;
    const description = params.description === undefined ? undefined : renderDescription(realm, actor, prepared);
    changeFolder(realm, accessFolder(realm, channel_folder_id), { name, description, is_archived });
  },
});

const orderFoldersEndpoint = action({
  route: "PATCH /channel_folders",
  by: "administrator",
  params: { order: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  run: ({ realm, params }) => orderFolders(realm, params.order),
});

/**
 * All channel folders. Spectators and people who joined through an outside link only get those with channels they can
 * see.
 */
const channelFolderState = stateSlice({
  types: ["channel_folders"],
  outside: true,
  collect({ realm, actor }) {
    const folders = foldersOf(realm).map(folderObject);
    if (actor !== null && actor.outside !== true) return { channel_folders: folders };
    const seen = new Set(accessibleChannels(realm, actor).map(({ folder_id }) => folder_id));
    return { channel_folders: folders.filter(({ id }) => seen.has(id)) };
  },
});

/** Channel folders, which are the same for all users. */
export const channelFolders = feature({
  name: "channel-folders",
  schema,
  archive: folderArchive,
  endpoints: [getFoldersEndpoint, createFolderEndpoint, updateFolderEndpoint, orderFoldersEndpoint],
  events: [folderAdded, folderUpdated, foldersReordered],
  state: [channelFolderState],
});
