import { feature } from "../../../feature.ts";
import { folderArchive } from "./archive.ts";
import { createFolderEndpoint } from "./create-folder.ts";
import { folderAdded, foldersReordered, folderUpdated } from "./events.ts";
import { getFoldersEndpoint } from "./get-folders.ts";
import { orderFoldersEndpoint } from "./order-folders.ts";
import { schema } from "./rows.ts";
import { channelFolderState } from "./state.ts";
import { updateFolderEndpoint } from "./update-folder.ts";

/** Channel folders, which are the same for all users. */
export const channelFolders = feature({
  name: "channel-folders",
  schema,
  archive: folderArchive,
  endpoints: [getFoldersEndpoint, createFolderEndpoint, updateFolderEndpoint, orderFoldersEndpoint],
  events: [folderAdded, folderUpdated, foldersReordered],
  state: [channelFolderState],
});
