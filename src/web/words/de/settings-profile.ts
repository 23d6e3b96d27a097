import type { profile as english } from "../en/settings-profile.ts";

export const profile: typeof english = {
  rows: {
    full_name: "Name",
  },
  nameHint: "So sehen dich die anderen.",
  nameLocked: "In deiner Organisation darf niemand seinen Namen ändern.",
};
