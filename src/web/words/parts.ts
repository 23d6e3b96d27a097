import { catalog } from "./catalog.ts";
import { plural } from "./format.ts";

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
