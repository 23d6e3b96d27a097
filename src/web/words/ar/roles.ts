/** The names of the roles, the same on all screens. */
export const roles = {
  owner: "مالك",
  administrator: "مدير",
  moderator: "مشرف",
  member: "عضو",
  guest: "ضيف",
};

/** The names for everyone who has a role, or a role with more rights. */
export const rolesFrom = {
  owner: "المالكون",
  administrator: "المديرون والمالكون",
  moderator: "المشرفون والمديرون والمالكون",
};
