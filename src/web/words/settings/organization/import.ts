import { catalog } from "../../catalog.ts";
import { number, plural } from "../../format.ts";

/** A duration such as "about 3 minutes". */
function about(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return plural(minutes, { one: "about 1 minute", other: "about # minutes" });
  return plural(Math.round(minutes / 60), { one: "about 1 hour", other: "about # hours" });
}

export const importWords = catalog("imports", {
  lead: "Import people, channels and messages from Zulip, Slack, Mattermost or another Parley.",
  steps: { choose: "Choose", read: "Read", upload: "Upload", check: "Check", import: "Import" },
  stepsName: "Steps",

  file: "Export file",
  chooseFile: "Choose file",
  otherFile: "Choose another file",
  change: "Change what you entered",
  dropHere: "Or drop it here.",
  takes: ".tar.gz from Zulip, .zip from Slack or Mattermost (or its .jsonl), .tar from Parley.",
  private:
    "Exports from other programs are read in this browser. Passwords, keys and tokens in them never leave your computer: only what becomes part of the organization is uploaded.",
  whereFrom: "How to get an export",
  sources: {
    zulip: ["Zulip", "Organization settings > Data exports, or ./manage.py export on its server. Version 8 or later."],
    slack: ["Slack", "Workspace settings > Import/Export data > Export. Private channels need an export of all data."],
    mattermost: ["Mattermost", "mmctl export create --attachments, then mmctl export download."],
    parley: ["Parley", "parley export on its server, or Export in the settings."],
  },
  kinds: { zulip: "Zulip", slack: "Slack", mattermost: "Mattermost", parley: "Parley" },

  needsHttps: "A secure connection is required",
  needsHttpsText:
    "Browsers can read and check archives only on https pages. Open the organization by its https URL, or use the command.",
  byCommand: "You can also import with parley import on the command line. See docs/moving.md.",

  finding: (name: string) => `Checking ${name}…`,
  recognised: (kind: string) => `${kind} export`,
  unknown: "This file can't be imported",
  unknownText: (name: string) =>
    `${name} isn't an export from Zulip, Slack, Mattermost or Parley. Choose the file as you downloaded it, without unpacking it.`,
  otherThanBegun: "This is a different file",
  otherThanBegunText: (name: string, chosen: string) =>
    `The upload in progress is of ${name}, and ${chosen} isn't the same file. Choose ${name}, or cancel the upload.`,
  begunElsewhere: "This upload started somewhere else",
  changed: "The file was read differently this time",
  changedText: "The browser or Parley has changed since the upload started. Cancel the upload, and start over.",
  team: "Team to import",
  teamHint: "This export has several teams. Direct messages belong to no team, so they aren't imported.",
  willConvert: "The file is read and converted in this browser. You see its contents before anything is uploaded.",
  read: "Read file",
  people: {
    title: "People without an email address, and people from other workspaces",
    domain: "Email domain",
    domainHint:
      "People without an email address get their username at this domain. Leave empty, and they can't log in.",
    domainExample: "example.org",
    list: "List of people",
    listHint:
      "One person per line: ID or username in the export, email address, and optionally a name, separated by commas. Overrides the export.",
    strangers: "People from other workspaces",
    deactivated: "Deactivated accounts",
    guests: "Guests",
    token:
      "With a Slack token, parley import also fetches email addresses, user groups, emoji, files and profile pictures.",
  },
  reading: (kind: string) => `Reading the ${kind} export`,
  readSteps: {
    unpacking: "Unpacking",
    "reading what people have read": "Reading read status",
    "reading messages": "Reading messages",
    "writing messages": "Writing messages",
    messages: "Writing messages",
    conversations: "Reading conversations",
  },
  begins: "Starting…",
  stop: "Stop",
  failures: {
    archive: "Couldn't use the file",
    room: "Not enough space",
    storage: "This browser can't import",
    file: "Couldn't read the file anymore",
    fault: "Couldn't read the file",
  },
  failureTexts: {
    room: "Unpacking takes several times the size of the file on this computer, and the browser has no more space. Free some, or use another computer.",
    storage:
      "It has no private file system, or not in this kind of window. Use a current Chrome, Edge, Firefox or Safari, and not a private window.",
    file: "It was changed, moved or removed after you chose it. Choose it again.",
    fault: "Reload the page and try again. If that doesn't help, use the command: it shows more details.",
  },

  ready: (kind: string, version: string) => `Read: ${kind}${version === "" ? "" : ` ${version}`}`,
  readyText: (size: string) =>
    `Nothing has been uploaded yet. The upload takes ${size}. The server then checks everything before anything changes.`,
  upload: "Upload",
  holds: "Contents",
  files: (count: number, size: string) => `${plural(count, { one: "1 file", other: "# files" })}, ${size}`,
  secrets: "With password and key hashes",
  noSecrets: "Without passwords and keys",

  uploading: "Uploading",
  uploaded: (sent: string, whole: string) => `${sent} of ${whole}`,
  left: (seconds: number) => `${about(seconds)} left`,
  stayHere: "Keep this page open. If it closes, choose the same file again: the upload continues where it stopped.",
  waiting: "The server is busy. Trying again…",
  offline: "You're offline. The upload continues when you reconnect.",
  stopped: "Upload stopped",
  goOn: "Continue",
  giveUp: "Cancel upload",
  giveUpAsk: "Cancel this upload?",
  giveUpText: "The uploaded data is deleted. Your organization isn't changed.",

  unfinished: "Unfinished upload",
  unfinishedHere: (name: string, size: string) =>
    `Choose ${name} (${size}) again: the upload continues where it stopped.`,
  unfinishedElsewhere:
    "It started in another browser or from the command line, and can continue only there. You can follow or cancel it here.",
  parts: (received: number, all: number) =>
    `${number(received)} of ${plural(all, { one: "1 part", other: "# parts" })}`,
  allThere: "Upload complete",
  allThereText: "The whole archive was uploaded. The server can check it now.",
  check: "Check archive",

  checking: "Checking the archive…",
  checkingText: "Nothing changes yet. You can close this page.",
  running: "Importing…",
  runningText: "You can close this page. Only owners can log in until the import is finished.",
  phaseOf: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  stepLeft: (seconds: number) => `${about(seconds)} for this step`,
  cancel: "Cancel import",
  cancelAsk: "Cancel and undo the import?",
  cancelText:
    "Everything imported so far is removed, and the organization is as it was before. The archive has to be uploaded again.",
  cancelAction: "Cancel and undo import",
  undoing: "Undoing the import…",
  undoingText: "The organization is being restored. Only owners can log in until this is finished.",
  cancelled: "The last import was canceled. The organization is as it was before.",

  checked: "The archive is ready to import",
  checkedText: "Nothing has changed yet. The import would bring:",
  whatHappens: "What happens next",
  happens: [
    "Only owners can log in until the import is finished. It takes about a minute per 100,000 messages.",
    "Accounts with the same email address are merged, and keep the password they have here.",
    "No one gets an email or a notification.",
    "At the end, all open clients reload the organization.",
    "You can cancel until it's finished, but not after.",
  ],
  start: "Import",

  failed: "Import failed",
  failedCheck: "The archive can't be imported",
  checkAgain: "Check again",
  failedText: "What was imported so far is kept. You can continue where it stopped, or undo it.",
  failedCheckText: "Nothing has changed.",

  done: "Import finished",
  next: "Next steps",
  nextPeople:
    "People log in with the email address they had: with “Forgot password?” on the login page, or a login provider.",
  nextSecrets: "People log in as before: the archive included their passwords.",
  nextLook: "Check the channels, and who is an owner or administrator.",
  address: "URL",
  nextTell: "Then share the URL of this organization:",
  toPeople: "People",
  toChannels: "Channels",
  forget: "Remove report",

  full: "This organization already has messages",
  fullText: "An import can't add history before existing messages. Create a new organization for it.",
  notReached: "The server isn't responding. This is the last known status.",

  report: "Report",
  fromFile: "From the file",
  onServer: "On the server",
  kind: "Item",
  inFile: "In the export",
  arrives: "Will be imported",
  arrived: "Imported",
  leftOut: (count: number) =>
    plural(count, { one: "1 item was skipped or changed", other: "# items were skipped or changed" }),
  nothingLeftOut: "Nothing was skipped.",
  times: (count: number) => `${number(count)} ×`,
  download: "Download report",

  tables: {
    organization: "Organization",
    users: "People and bots",
    profile_fields: "Custom profile fields",
    profile_values: "Profile field values",
    groups: "Groups",
    custom_emoji: "Custom emoji",
    linkifiers: "Linkifiers",
    playgrounds: "Code playgrounds",
    domains: "Domains",
    channel_folders: "Channel folders",
    channels: "Channels",
    default_channel_groups: "Default channel groups",
    bots: "Bot settings",
    bot_commands: "Bot commands",
    subscriptions: "Subscriptions",
    files: "Files",
    "copying files": "Files",
    messages: "Messages",
    reactions: "Reactions",
    submessages: "Votes and to-dos",
    flags: "Stars and other flags",
    unread: "Unread messages",
    read_state: "Read status",
    topic_preferences: "Followed and muted topics",
    muted_users: "Muted people",
    alert_words: "Alert words",
    drafts: "Drafts",
    saved_snippets: "Saved snippets",
    scheduled_messages: "Scheduled messages",
    reminders: "Reminders",
    navigation_views: "Navigation",
    onboarding_steps: "First steps",
    bot_storage: "Bot storage",
    presence: "Last seen",
    passkeys: "Passkeys",
    second_factors: "Two-factor authentication",
    recovery_codes: "Recovery codes",
    external_logins: "Linked accounts",
    "direct conversations": "Direct messages",
    finishing: "Finishing",
    undoing: "Undoing",
  },
  otherTables: "Other things",
});
