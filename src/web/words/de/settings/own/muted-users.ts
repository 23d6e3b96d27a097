import type { Translation } from "../../../catalog.ts";
import type { mutedUsersWords } from "../../../settings/own/muted-users.ts";

export const mutedUsers: Translation<typeof mutedUsersWords> = {
  rows: {
    add: "Jemanden stumm stellen",
  },
  hint: "Du siehst nichts von dem, was sie schreiben, und sie erfahren es nicht.",
  none: "Du hast niemanden stumm gestellt.",
  unmute: (name) => `${name} wieder zeigen`,
  since: "Seit",
};
