import { catalog } from "../../catalog.ts";
import { plural } from "../../format.ts";

export const channelFoldersWords = catalog("channelFolders", {
  rows: { folders: "Channel folders" },
  title: "Channel folders",
  hint: "Everybody sees their channels in these folders, in this order. A folder shows itself to those who are in one of its channels.",
  none: "There are no folders yet.",
  add: "New folder",
  create: "Create folder",
  edit: (name: string) => `Edit ${name}`,
  name: "Name",
  description: "Description",
  save: "Save",
  channels: (count: number) => plural(count, { one: "# channel", other: "# channels" }),
  archive: (name: string) => `Archive ${name}`,
  archiveTitle: (name: string) => `Archive the folder ${name}?`,
  archiveText: (count: number) =>
    count === 0
      ? "It has no channels. It can be brought back."
      : plural(count, {
          one: "Its one channel is then in no folder. The channel itself stays.",
          other: "Its # channels are then in no folder. The channels themselves stay.",
        }),
  archiveAction: "Archive folder",
  archived: (name: string) => `The folder ${name} is archived`,
  archivedTitle: "Archived folders",
  restore: (name: string) => `Bring back ${name}`,
  restored: (name: string) => `The folder ${name} is back`,
});
