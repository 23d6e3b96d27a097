export const settings = {
  title: "Settings",
  all: "All settings",
  own: "You",
  organization: "Organization",
  search: "Search settings",
  nothingFound: "No setting is called that.",
  sections: {
    profile: "Profile",
    preferences: "Preferences",
    sessions: "Where you are logged in",
    "organization-permissions": "Permissions",
  },
  saved: "Saved",
  onlyAdministrators: "Only administrators of the organization may change this.",
  onlyOwners: "Only owners of the organization may change this.",
  groups: {
    "role:internet": "Everybody on the internet",
    "role:everyone": "Everybody, guests too",
    "role:members": "Everybody but guests",
    "role:fullmembers": "Full members: no guests, nobody new",
    "role:moderators": "Moderators, administrators and owners",
    "role:administrators": "Administrators and owners",
    "role:owners": "Owners",
    "role:nobody": "Nobody",
  },
  chosenOnes: "Only these people and groups …",
  whoOf: (setting: string) => `${setting}: who`,
  addWho: "Add people and groups",
  group: "Group",
  role: "Role",
};

export type SettingsWords = typeof settings;
