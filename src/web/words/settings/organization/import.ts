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
  lead: "Bring people, channels and messages from Zulip, Slack, Mattermost or another Parley into this organization.",
  steps: { choose: "Choose", read: "Read", upload: "Upload", check: "Check", import: "Import" },
  stepsName: "Steps",

  file: "The export",
  chooseFile: "Choose a file",
  otherFile: "Choose another file",
  change: "Change what you entered",
  dropHere: "Or drop it here.",
  takes: "A .tar.gz of Zulip, a .zip of Slack or Mattermost (or its .jsonl), or a .tar of Parley.",
  private:
    "An export of another program is read in this browser. Passwords, keys and tokens in it never leave your computer: only what becomes part of the organization is uploaded.",
  whereFrom: "Where to get it",
  sources: {
    zulip: ["Zulip", "Organization settings, Data exports; or ./manage.py export on its server. From version 8 on."],
    slack: ["Slack", "Workspace settings, Import/Export data, Export. Private channels need an export of all data."],
    mattermost: ["Mattermost", "mmctl export create --attachments, then mmctl export download."],
    parley: ["Parley", "npm run export on its server, or Exports in the settings."],
  },
  kinds: { zulip: "Zulip", slack: "Slack", mattermost: "Mattermost", parley: "Parley" },

  needsHttps: "This page was not opened over a secure connection",
  needsHttpsText:
    "Browsers read and check archives only on pages with https. Open the organization by its https address, or use the command.",
  byCommand: "Whoever runs a terminal can do the same with npm run import, which is described in docs/operating.md.",

  finding: (name: string) => `Looking at ${name}…`,
  recognised: (kind: string) => `An export of ${kind}`,
  unknown: "This is no export that can be moved in",
  unknownText: (name: string) =>
    `${name} is none of Zulip, Slack, Mattermost or Parley. Choose the file as it was downloaded, not unpacked.`,
  otherThanBegun: "This is another file",
  otherThanBegunText: (name: string, chosen: string) =>
    `The upload that has begun is of ${name}, and ${chosen} is not the same file. Choose that one, or give the upload up.`,
  begunElsewhere: "This upload was begun elsewhere",
  changed: "The file is read differently now",
  changedText: "Browser or program have changed since the upload began. Give it up, and begin again.",
  team: "Which team moves in",
  teamHint: "This export has several. Direct messages name no team, and stay behind then.",
  willConvert:
    "It is read here in the browser, and turned into the form in which it is uploaded. You see what it holds before anything is sent.",
  read: "Read the file",
  people: {
    title: "People without an address, and people of other workspaces",
    domain: "Email domain",
    domainHint: "People without an address get their username at this domain. Leave it empty, and they can't log in.",
    domainExample: "example.org",
    list: "List of people",
    listHint:
      "A line per person: ID or username in the export, email address, and optionally a name, separated by commas. It goes before what the export says.",
    strangers: "People of other workspaces",
    deactivated: "Deactivated accounts",
    guests: "Guests",
    token:
      "With a token of Slack, npm run import also fetches addresses, user groups, emoji, files and profile pictures.",
  },
  reading: (kind: string) => `Reading the export of ${kind}`,
  readSteps: {
    unpacking: "Unpacking",
    "reading what people have read": "Reading what people have read",
    "reading messages": "Reading messages",
    "writing messages": "Writing messages",
    messages: "Writing messages",
    conversations: "Reading conversations",
  },
  begins: "Beginning…",
  stop: "Stop",
  failures: {
    archive: "The file cannot be used",
    room: "There is not enough room",
    storage: "This browser cannot do it",
    file: "The file cannot be read any more",
    fault: "Reading the file has failed",
  },
  failureTexts: {
    room: "Unpacking needs several times the size of the file on this computer, and the browser has no more. Make room, or use another computer.",
    storage:
      "It has no private file system, or not in this kind of window. A current Chrome, Edge, Firefox or Safari has one; in private windows there is often none.",
    file: "It was changed, moved or removed after it was chosen. Choose it again.",
    fault: "Loading the page again may help. If it does not, the command tells more.",
  },

  ready: (kind: string, version: string) => `Read: ${kind}${version === "" ? "" : ` ${version}`}`,
  readyText: (size: string) =>
    `Nothing was sent yet. ${size} would be uploaded; the server then checks all of it before anything changes.`,
  upload: "Upload",
  holds: "What it holds",
  files: (count: number, size: string) => `${plural(count, { one: "1 file", other: "# files" })}, ${size}`,
  secrets: "With passwords and keys, as hashes",
  noSecrets: "Without passwords and keys",

  uploading: "Uploading",
  uploaded: (sent: string, whole: string) => `${sent} of ${whole}`,
  left: (seconds: number) => `${about(seconds)} left`,
  stayHere: "Keep this page open. Should it close, choose the same file again: what the server has is not sent again.",
  waiting: "The server does not take anything at the moment. It is tried again.",
  offline: "There is no connection. It goes on when there is one.",
  stopped: "The upload has stopped",
  goOn: "Go on",
  giveUp: "Give up",
  giveUpAsk: "Give up this upload?",
  giveUpText: "What was uploaded is thrown away. The organization stays as it is.",

  unfinished: "An upload has not ended",
  unfinishedHere: (name: string, size: string) => `Choose ${name} (${size}) again: it goes on with what is missing.`,
  unfinishedElsewhere:
    "It was begun in another browser or by the command, and can only go on there. You can watch it here, or give it up.",
  parts: (received: number, all: number) =>
    `${number(received)} of ${plural(all, { one: "1 part", other: "# parts" })}`,
  allThere: "All of it is there",
  allThereText: "The whole archive was uploaded. The server can check it.",
  check: "Check it",

  checking: "The server checks the archive",
  checkingText: "Nothing changes yet, and this page may be closed.",
  running: "The organization moves in",
  runningText: "This page may be closed: the server goes on by itself. Until it is done, only owners are let in.",
  phaseOf: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  stepLeft: (seconds: number) => `${about(seconds)} for this step`,
  cancel: "Cancel the import",
  cancelAsk: "Take the import back?",
  cancelText:
    "What was written so far is taken back, and the organization is as it was before. The archive has to be uploaded again.",
  cancelAction: "Take it back",
  undoing: "The import is taken back",
  undoingText: "The organization becomes what it was before. Until then, only owners are let in.",
  cancelled: "The last import was cancelled. The organization is as it was before.",

  checked: "The archive can be imported",
  checkedText: "Nothing has changed yet. This is what the server would make of it:",
  whatHappens: "What happens then",
  happens: [
    "Everybody but owners is kept out until it is done. That takes about a minute for 100,000 messages.",
    "Accounts with the same address become one, and keep the password they have here.",
    "Nobody gets a mail or a notification.",
    "At the end, all open clients load the organization anew.",
    "It can be cancelled until it is done, not after.",
  ],
  start: "Import",

  failed: "The import has failed",
  failedCheck: "The archive cannot be imported",
  checkAgain: "Check again",
  failedText: "What was written so far is kept. It can go on where it stopped, or be taken back.",
  failedCheckText: "Nothing has changed.",

  done: "The organization has moved in",
  next: "What to do next",
  nextPeople:
    "People enter with the address they had: by “Forgot your password?” on the login page, or with a login provider.",
  nextSecrets: "People log in as they did before: the archive had their passwords.",
  nextLook: "Look through the channels, and at who is an owner or administrator.",
  address: "Address",
  nextTell: "Then tell people the address of this organization:",
  toPeople: "People",
  toChannels: "Channels",
  forget: "Remove this report",

  full: "This organization cannot take an import any more",
  fullText:
    "People have written here already, and the history of an import cannot be put before theirs. Create a new organization for it.",
  notReached: "The server does not answer at the moment. This is how it stood at last.",

  report: "Report",
  fromFile: "From the file",
  onServer: "On the server",
  kind: "What",
  inFile: "In the export",
  arrives: "Comes along",
  arrived: "Has arrived",
  leftOut: (count: number) =>
    plural(count, { one: "1 thing was left out or changed", other: "# things were left out or changed" }),
  nothingLeftOut: "Nothing was left out.",
  times: (count: number) => `${number(count)} ×`,
  download: "Download the report",

  tables: {
    organization: "Organization",
    users: "People and bots",
    profile_fields: "Profile fields",
    profile_values: "Values in profiles",
    groups: "Groups",
    custom_emoji: "Custom emoji",
    linkifiers: "Linkifiers",
    playgrounds: "Code playgrounds",
    domains: "Domains",
    channel_folders: "Channel folders",
    channels: "Channels",
    default_channel_groups: "Default channel groups",
    bots: "Settings of bots",
    bot_commands: "Commands of bots",
    subscriptions: "Subscriptions",
    files: "Files",
    "copying files": "Files",
    messages: "Messages",
    reactions: "Reactions",
    submessages: "Votes and lists",
    flags: "Stars and other marks",
    unread: "Unread messages",
    read_state: "What was read",
    topic_preferences: "Followed and muted topics",
    muted_users: "Muted people",
    alert_words: "Alert words",
    drafts: "Drafts",
    saved_snippets: "Saved snippets",
    scheduled_messages: "Scheduled messages",
    reminders: "Reminders",
    navigation_views: "Navigation",
    onboarding_steps: "First steps",
    bot_storage: "What bots keep",
    presence: "Last seen",
    passkeys: "Passkeys",
    second_factors: "Second factors",
    recovery_codes: "Recovery codes",
    external_logins: "Linked logins",
    "direct conversations": "Direct conversations",
    finishing: "Finishing",
    undoing: "Taking back",
  },
  otherTables: "Other things",
});
