import { catalog } from "../../catalog.ts";
import { plural } from "../../format.ts";

export const holdsWords = catalog("holds", {
  rows: { add: "Create hold" },
  title: "Holds",
  hint: "A hold keeps messages that people delete, edit or move, for legal cases. No one sees them in Parley, and people aren't notified.",
  none: "No holds",
  name: "Name",
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
  keeps: (versions: number, files: number, size: string) =>
    `${plural(versions, { one: "Keeps 1 message", other: "Keeps # messages" })} · ${plural(files, { one: "1 file", other: "# files" })} · ${size}`,
  created: "Created",
  released: "Released; what it kept is being deleted",
  edit: (name: string) => `Edit ${name}`,
  editTitle: "Edit hold",
  save: "Save hold",
  release: (name: string) => `Release ${name}`,
  releaseAsk: (name: string) => `Release ${name}?`,
  releaseText: "Messages and files that no other hold keeps are permanently deleted within a day.",
  releaseDo: "Release hold",
  releaseDone: "Hold released",
});
