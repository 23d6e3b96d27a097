import { catalog } from "./catalog.ts";
import { plural } from "./format.ts";

export const appWords = catalog("app", {
  name: "Parley",
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
  skip: "Skip to the conversation",
  details: "Details",
  partMissing: "This part could not be loaded",
  partMissingReason: "There is no network, or a newer Parley has been installed on the server.",
  reload: "Reload the page",
  offlineSince: "Offline. What you write is kept and sent later. Last seen",
  newVersion: "A newer Parley is ready.",
});

export const errorsWords = catalog("errors", {
  unreachable: "The server cannot be reached. Nothing is lost: try again in a moment.",
  unknown: "Something went wrong. Nothing is lost: try again.",
});

export const partsWords = catalog("parts", {
  justNow: "just now",
  dayAndTime: (day: string, time: string) => `${day}, ${time}`,
  unread: (count: number) => plural(count, { one: "# unread", other: "# unread" }),
  mentioned: (count: number) => plural(count, { other: "# unread, you are mentioned" }),
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
