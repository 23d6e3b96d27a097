import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { partsWords } from "../parts.ts";

export const parts: Translation<typeof partsWords> = {
  justNow: "gerade eben",
  dayAndTime: (day, time) => `${day}, ${time}`,
  unread: (count) => plural(count, { one: "# ungelesen", other: "# ungelesen" }),
  mentioned: (count) => plural(count, { other: "# ungelesen, du bist erwähnt" }),
  presence: { active: "aktiv", idle: "abwesend", offline: "offline", bot: "Bot" },
  overlays: "Menüs und Karten",
  keyCaps: {
    control: "Strg",
    alt: "Alt",
    shift: "Umschalt",
    Escape: "Esc",
    Enter: "Enter",
    Space: "Leertaste",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    PageUp: "Bild auf",
    PageDown: "Bild ab",
    Home: "Pos1",
    End: "Ende",
  },
};
