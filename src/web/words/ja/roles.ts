/** The names of the roles, the same on all screens. */
export const roles = {
  owner: "オーナー",
  administrator: "管理者",
  moderator: "モデレーター",
  member: "メンバー",
  guest: "ゲスト",
};

/** The names for everyone who has a role, or a role with more rights. */
export const rolesFrom = {
  owner: "オーナー",
  administrator: "管理者とオーナー",
  moderator: "モデレーター、管理者、オーナー",
};
