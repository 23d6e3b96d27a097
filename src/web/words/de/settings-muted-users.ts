import type { mutedUsers as english } from "../en/settings-muted-users.ts";

export const mutedUsers: typeof english = {
  rows: {
    add: "Jemanden stumm stellen",
  },
  hint: "Du siehst nichts von dem, was sie schreiben, und sie erfahren es nicht.",
  none: "Du hast niemanden stumm gestellt.",
  unmute: (name) => `${name} wieder zeigen`,
  since: "Seit",
};
