/** The names of the roles, the same on all screens. */
export const roles = {
  owner: "Propriétaire",
  administrator: "Administrateur",
  moderator: "Modérateur",
  member: "Membre",
  guest: "Invité",
};
