import { feature } from "../../../feature.ts";
import { folderArchive } from "./archive.ts";
import {
  channelFolderState,
  createFolderEndpoint,
  getFoldersEndpoint,
  orderFoldersEndpoint,
  updateFolderEndpoint,
} from "./endpoints.ts";
import { folderAdded, foldersReordered, folderUpdated } from "./events.ts";
import { schema } from "./rows.ts";

/** Channel folders, which are the same for all users. */
export const channelFolders = feature({
  name: "channel-folders",
  schema,
  archive: folderArchive,
  endpoints: [getFoldersEndpoint, createFolderEndpoint, updateFolderEndpoint, orderFoldersEndpoint],
  events: [folderAdded, folderUpdated, foldersReordered],
  state: [channelFolderState],
});
