import { catalog } from "../../catalog.ts";

export const holdsWords = catalog("holds", {
  rows: { add: "Create hold" },
  title: "Holds",
  hint: "A hold keeps messages that people delete, edit or move, for legal cases. No one sees them in Parley, and people aren't notified.",
  none: "No holds",
  matter: "Case number",
  reason: "Reason",
  people: "People",
  peopleHint: "Keeps what they write, and what they receive in their conversations.",
  directOnly: "Only direct messages",
  channels: "Channels",
  channelsHint: "Keeps everything posted there.",
  from: "Sent from",
  until: "Sent until",
  timesHint: "Leave empty for no limit.",
  keeps:
    "{versions, plural, one {Keeps 1 message} other {Keeps # messages}} · {files, plural, one {1 file} other {# files}} · {size}",
  created: "Created",
  released: "Released; what it kept is being deleted",
  editTitle: "Edit hold",
  save: "Save hold",
  release: "Release {name}",
  releaseAsk: "Release “{name}”?",
  releaseText: "Messages and files that no other hold keeps are permanently deleted within a day.",
  releaseDo: "Release hold",
  releaseDone: "Hold released",
});
