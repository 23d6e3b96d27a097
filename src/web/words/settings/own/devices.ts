import { catalog } from "../../catalog.ts";

export const devicesWords = catalog("devices", {
  rows: {
    endSessions: "Log out everywhere else",
    endKeys: "Revoke all API keys",
    newKey: "New API key…",
  },
  browsers: "Browsers",
  browsersHint:
    "Where you are logged in with this client. Whoever uses a browser that you log out is shut out at once.",
  noBrowsers: "You are logged in with no browser.",
  keys: "Apps and API keys",
  keysHint: "Each app that you have logged in with has a key of its own, and so has each script.",
  noKeys: "No app and no script can act for you.",
  nameless: { sessions: "An unknown browser", api_keys: "An app or a script" },
  thisOne: "This browser",
  used: (day: string) => `Last used: ${day}`,
  since: (day: string) => `Logged in: ${day}`,
  logOut: "Log out here",
  endSession: "Log out",
  endKey: "Revoke",
  ended: (client: string) => `${client} is logged out`,
  endedAll: "Logged out everywhere else",
  endSessionsAsk: "Log out all other browsers?",
  endSessionsText:
    "Only this browser stays logged in. Drafts and unsent messages that only another browser has are deleted there.",
  endKeysAsk: "Revoke all API keys?",
  endKeysText: "All apps and scripts that act for you have to log in again.",
  you: "your account",
  newKey: "New API key",
  newKeyText: "For a script or an app that cannot log in by itself. Your other keys go on.",
  makeKey: "Make the key",
  password: "Your password",
});
