/** The names of the roles, the same on all screens. */
export const roles = {
  owner: "Besitzer",
  administrator: "Administrator",
  moderator: "Moderator",
  member: "Mitglied",
  guest: "Gast",
};

/** The names for everyone who has a role, or a role with more rights. */
export const rolesFrom = {
  owner: "Besitzer",
  administrator: "Administratoren und Besitzer",
  moderator: "Moderatoren und alle darüber",
};
