import type { organizationPermissions as english } from "../en/settings-organization-permissions.ts";

export const organizationPermissions: typeof english = {
  rows: {
    can_invite_users_group: "Wer Personen per E-Mail einladen darf",
    create_multiuse_invite_group: "Wer Einladungslinks erstellen darf",
  },
  joining: "Wer dazukommt",
};
