import { catalog } from "../../catalog.ts";
import { plural } from "../../format.ts";

export const defaultChannelsWords = catalog("defaultChannels", {
  rows: { defaults: "Channels that new people join", groups: "Groups of channels to choose" },
  title: "Channels that new people join",
  hint: "Whoever comes into the organization is in these channels, but guests. Whoever is here already is not added.",
  none: "New people begin without channels.",
  add: "Add channels",
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `New people no longer join #${name}`,
  groups: "Groups of channels to choose",
  groupsHint: "Some clients offer these to new people, who choose what is for them. A default channel is in no group.",
  noGroups: "There are no groups yet.",
  newGroup: "New group",
  createGroup: "Create group",
  editGroup: (name: string) => `Edit ${name}`,
  removeGroup: (name: string) => `Delete ${name}`,
  removeGroupTitle: (name: string) => `Delete the group ${name}?`,
  removeGroupText: "Its channels stay, and everybody who is in them.",
  removeGroupAction: "Delete group",
  name: "Name",
  description: "Description",
  channels: "Channels",
  count: (count: number) => plural(count, { one: "# channel", other: "# channels" }),
  save: "Save",
});
