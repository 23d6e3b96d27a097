import { catalog } from "./catalog.ts";
import { plural } from "./format.ts";

export const jumpsWords = catalog("jumps", {
  latest: "Jump to latest",
  unreadAbove: (count: number) => plural(count, { one: "# unread above", other: "# unread above" }),
  newBelow: (count: number) => plural(count, { one: "# new message", other: "# new messages" }),
  nothingLeft: {
    topic: "No more unread topics.",
    followed: "No more unread topics you follow.",
    direct: "No more unread direct messages.",
    any: "No more unread messages.",
  },
});
