export const organizationPermissions = {
  rows: {
    can_invite_users_group: "Who may invite people by email",
    create_multiuse_invite_group: "Who may make invitation links",
  },
  joining: "Joining the organization",
};
