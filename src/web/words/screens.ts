import { catalog } from "./catalog.ts";

export const draftsWords = catalog("drafts", {
  none: "No drafts",
  noneText: "Messages you haven't sent are saved here.",
  nobody: "No recipient",
  nowhere: "No channel",
  resume: "Continue writing",
  deleted: "Draft deleted",
  deleteAll: "Delete all drafts",
  deleteAllText: "This can't be undone.",
  logOutTitle: "Log out and delete unsent messages?",
  unsentMessages: "{count, plural, one {# unsent message} other {# unsent messages}}",
  unsentDrafts: "{count, plural, one {# draft} other {# drafts}}",
  logOutText:
    "{count, plural, one {{unsent} is saved only on this device. Logging out deletes it permanently.} other {{unsent} are saved only on this device. Logging out deletes them permanently.}}",
  logOutAnyway: "Delete and log out",
});

export const scheduledWords = catalog("scheduled", {
  none: "No scheduled messages",
  noneText: "Write a message, then choose a time from the menu next to Send.",
  change: "Reschedule",
  sendNow: "Send now",
  deleted: "Scheduled message deleted",
  failed: "This couldn't be sent on time. Reschedule it, or send it now.",
});

export const remindersWords = catalog("reminders", {
  none: "No reminders",
  noneText: "Choose “Remind me” in a message's menu.",
  goTo: "Go to message",
  deleteTitle: "Delete this reminder?",
  failed: "This couldn't be sent on time.",
});

export const loginWords = catalog("login", {
  ended: "You've been logged out. Unsent messages are kept on this device.",
  again: "Log in again",
  nothingLost: "Your session has ended. Log in to pick up where you left off.",
  email: "Email",
  password: "Password",
  wrong: "This password is incorrect.",
  logIn: "Log in",
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  passkey: "Use a passkey",
  confirm: "Log in again",
  toChange: "To change how you log in, confirm it's you.",
  logInWith: "Log in with {service}",
  forgotten: "Forgot password?",
  looking: "You're viewing without an account.",
  forMembers: "You need an account for this",
  toTakePart: "Log in to join the conversation.",
});

export const snippetsWords = catalog("snippets", {
  rows: { add: "New snippet" },
  edit: "Edit snippet",
  find: "Find a snippet",
  title: "Title",
  content: "Text",
  none: "No snippets yet",
  noneHint: "Save text you send often, and insert it here.",
  deleteTitle: "Delete “{title}”?",
  hint: "Text you send often. Insert one with Ctrl+'.",
  removed: "Deleted “{title}”",
});

export const aboutWords = catalog("about", {
  lead: "{realm} runs on Parley, a small team chat server.",
  version: "Version",
  protocol: "Compatible with Zulip",
  level: "feature level {level}",
  api: "API documentation",
  licenses: "Open-source licenses",
  diagnostics: "Diagnostics",
  connection: "Connection",
  queue: "Event queue",
  lastEvent: "Last event",
  leads: "This tab fetches the events",
  messages: "Messages in memory",
  waiting: "Messages waiting to be sent",
  people: "People",
  channels: "Channels",
  elements: "Page elements",
  heap: "Script memory",
  latency: "Response time",
  keys: "Key to paint",
  sends: "Send to shown",
  switches: "Switch of conversations",
  longFrames: "Frames over 50 ms",
  storage: "Stored on this device",
  storedForNow: "Recent messages, drafts and unsent messages. Your browser can remove them when space runs out.",
  storedForGood: "Recent messages, drafts and unsent messages. They stay until you log out.",
  keepStored: "Keep until I log out",
  keepRefused: "Your browser declined. It usually agrees once Parley is installed as an app.",
  measure: "Measure",
  yes: "yes",
  no: "no",
});

export const firstStepsWords = catalog("firstSteps", {
  title: "First steps in {organization}",
  progress: "{done, number} of {all, number} done",
  done: "done",
  putAway: "Hide first steps",
  moveIn: "Import from Zulip, Slack or Mattermost",
  steps: {
    describe: ["Describe your organization", "People see the name and description when they log in or join."],
    picture: ["Add an icon", "Shown next to the name and in notifications."],
    invite: ["Invite people", "Share a link or send invitations by email."],
    channels: [
      "Create your first channels",
      "One per team or project. Topics keep conversations inside a channel apart.",
    ],
  },
});

export const myMenuWords = catalog("myMenu", {
  myProfile: "Your profile",
  appearance: "Appearance",
  themeSystem: "Match system",
  themeLight: "Light",
  themeDark: "Dark",
  compact: "Compact",
  connectApps: "Mobile and desktop apps",
});
