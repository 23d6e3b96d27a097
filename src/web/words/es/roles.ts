/** The names of the roles, the same on all screens. */
export const roles = {
  owner: "Propietario",
  administrator: "Administrador",
  moderator: "Moderador",
  member: "Miembro",
  guest: "Invitado",
};
