import { catalog } from "../../catalog.ts";

export const mutedUsersWords = catalog("mutedUsers", {
  rows: {
    add: "Mute somebody",
  },
  hint: "You see nothing of what they write, and they are not told.",
  none: "You have muted nobody.",
  unmute: (name: string) => `Unmute ${name}`,
  since: "Since",
});
