export const settings = {
  title: "Settings",
};

/** What the settings of the account, the organization and channels say. */
export type SettingsWords = typeof settings;
