import { stateSlice } from "../../../realm/state-slice.ts";
import { accessibleChannels } from "../channels/access.ts";
import { folderObject, foldersOf } from "./channel-folders.ts";

/** All channel folders; for a spectator, only those with channels that spectators may see. */
export const channelFolderState = stateSlice({
  types: ["channel_folders"],
  collect({ realm, actor }) {
    const folders = foldersOf(realm).map(folderObject);
    if (actor !== null) return { channel_folders: folders };
    const seen = new Set(accessibleChannels(realm, null).map(({ folder_id }) => folder_id));
    return { channel_folders: folders.filter(({ id }) => seen.has(id)) };
  },
});
