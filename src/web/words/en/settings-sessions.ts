export const sessions = {
  rows: {
    endOthers: "Log out everywhere else",
  },
  thisSession: "This browser",
  since: "Since",
  endSession: "Log out there",
  ended: "Logged out there",
  logOut: "Log out here",
};
