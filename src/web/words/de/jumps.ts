import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { jumpsWords } from "../jumps.ts";

export const jumps: Translation<typeof jumpsWords> = {
  latest: "Zur neuesten Nachricht",
  unreadAbove: (count) => plural(count, { one: "# ungelesene weiter oben", other: "# ungelesene weiter oben" }),
  newBelow: (count) => plural(count, { one: "# neue Nachricht", other: "# neue Nachrichten" }),
  nothingLeft: {
    topic: "Keine weiteren ungelesenen Themen.",
    followed: "Keine weiteren ungelesenen Themen, denen du folgst.",
    direct: "Keine weiteren ungelesenen Direktnachrichten.",
    any: "Keine weiteren ungelesenen Nachrichten.",
  },
};
