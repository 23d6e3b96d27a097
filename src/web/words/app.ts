import { catalog } from "./catalog.ts";

export const appWords = catalog("app", {
  loading: "Loading…",
  retry: "Try again",
  back: "Back",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  done: "Done",
  undo: "Undo",
  more: "More",
  copy: "Copy",
  copied: "Copied",
  delete: "Delete",
  edit: "Edit",
  skip: "Skip to main content",
  details: "Details",
  partMissing: "Couldn't load this page",
  partMissingReason: "You might be offline, or the server was updated.",
  reload: "Reload the page",
  add: "Add",
  leave: "Leave",
  join: "Join",
  download: "Download",
  send: "Send",
  channel: "Channel",
  topic: "Topic",
  deleteNamed: "Delete {name}",
  editNamed: "Edit {name}",
  removeNamed: "Remove {name}",
  preview: "Preview",
  description: "Description",
  name: "Name",
  remove: "Remove",
});

/** Names of actions with a control on the first screen. The others are loaded later. */
export const firstActionsWords = catalog("firstActions", {
  palette: "Jump or search",
  jumpToDate: "Jump to date",
  react: "Add reaction",
});

export const errorsWords = catalog("errors", {
  unreachable: "Can't reach the server. Nothing is lost. Try again in a moment.",
  unknown: "Something went wrong. Nothing is lost. Try again.",
});

export const partsWords = catalog("parts", {
  justNow: "just now",
  dayAndTime: "{day}, {time}",
  labelled: "{label}: {value}",
  unread: "{count, plural, one {# unread} other {# unread}}",
  mentioned: "{count, plural, other {# unread, you were mentioned}}",
  presence: { active: "active", idle: "idle", offline: "offline", bot: "bot" },
  overlays: "Menus and cards",
  keyCaps: {
    control: "Ctrl",
    alt: "Alt",
    shift: "Shift",
    Escape: "Esc",
    Enter: "Enter",
    Space: "Space",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    PageUp: "Page up",
    PageDown: "Page down",
    Home: "Home",
    End: "End",
  },
});

/** Formats "Label: value", with the colon as the language writes it. */
export const labelled = (label: string, value: string): string => partsWords().labelled(label, value);
