import type { sessions as english } from "../en/settings-sessions.ts";

export const sessions: typeof english = {
  rows: {
    endOthers: "Überall sonst abmelden",
  },
  thisSession: "Dieser Browser",
  since: "Seit",
  endSession: "Dort abmelden",
  ended: "Dort abgemeldet",
  logOut: "Hier abmelden",
};
