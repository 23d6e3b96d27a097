/** What somebody with a role is called. All screens say it in the same words. */
export const roles = {
  owner: "Besitzer",
  administrator: "Administrator",
  moderator: "Moderator",
  member: "Mitglied",
  guest: "Gast",
};

/** All who have a role, or one that may do more. */
export const rolesFrom = {
  owner: "Besitzer",
  administrator: "Administratoren und Besitzer",
  moderator: "Moderatoren und alle darüber",
};
