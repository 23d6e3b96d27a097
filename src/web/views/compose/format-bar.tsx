import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import type { ActionName } from "../../keys.ts";
import { usableCustomEmoji } from "../../model/emoji/custom-emoji.ts";
import { toggleCode, toggleFence } from "../../model/formatting/fence.ts";
import { type Edit, type Field, selectedOf } from "../../model/formatting/field.ts";
import { toggleLink, toggleMark } from "../../model/formatting/inline.ts";
import { toggleList } from "../../model/formatting/list.ts";
import { ToolButton } from "../../parts/button.tsx";
import { pickEmoji } from "../../parts/emoji/pick-emoji.ts";
import type { IconName } from "../../parts/icon.tsx";
import { MenuButton, type MenuEntry } from "../../parts/overlays/menu.tsx";
import { composeWords } from "../../words/compose.ts";
import { applyEdit, fieldOf } from "./apply-edit.ts";

const SHOWN: readonly (readonly [Format, IconName, ActionName?])[] = [
  ["bold", "bold", "bold"],
  ["code", "code", "code"],
];

const MORE: readonly (readonly [Format, IconName, ActionName?])[] = [
  ["italic", "italic", "italic"],
  ["link", "link", "link"],
  ["strike", "strikethrough"],
  ["bulleted", "list"],
  ["numbered", "list-ordered"],
  ["quote", "quote"],
  ["codeBlock", "code"],
  ["spoiler", "eye-off"],
  ["maths", "sigma"],
];

interface FormatBarProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Returns menu entries that precede the formatting. If undefined, the menu only has formatting. */
  readonly inserts?: () => readonly MenuEntry[];
  readonly after?: readonly MenuEntry[];
}

/** Formatting buttons: the most used ones if there is space, and a menu with everything else. */
export function FormatBar({ area, inserts, after = [] }: FormatBarProps) {
  const compose = composeWords();
  const act = (name: Format) => () => format(area.current, name);
  const shown = useRef<HTMLSpanElement>(null);
  /** True if the stylesheet hides the buttons for lack of space. */
  const isNarrow = () => shown.current !== null && getComputedStyle(shown.current).display === "none";
  return (
    <>
      <span class="composer-formats" ref={shown}>
        {SHOWN.map(([name, icon, action]) => (
          <ToolButton key={name} icon={icon} label={compose[name]} {...(action && { action })} onClick={act(name)} />
        ))}
      </span>
      <MenuButton
        icon="plus"
        label={inserts === undefined ? compose.formatting : compose.insert}
        entries={() => [
          ...(inserts === undefined ? [] : [...inserts(), { title: compose.formatting }]),
          ...[...(isNarrow() ? SHOWN : []), ...MORE].map(([name, icon, action]) => ({
            ...{ label: compose[name], icon, run: act(name) },
            ...(action && { action }),
          })),
          ...after,
        ]}
      />
    </>
  );
}

const FORMATS = {
  bold: (field) => toggleMark(field, "**"),
  italic: (field) => toggleMark(field, "*"),
  strike: (field) => toggleMark(field, "~~"),
  link: toggleLink,
  code: toggleCode,
  codeBlock: (field) => toggleFence(field, ""),
  quote: (field) => toggleFence(field, "quote"),
  spoiler: (field) => toggleFence(field, "spoiler"),
  maths: (field) => (selectedOf(field).includes("\n") ? toggleFence(field, "math") : toggleMark(field, "$$")),
  bulleted: (field) => toggleList(field, "bulleted"),
  numbered: (field) => toggleList(field, "numbered"),
} as const satisfies Record<string, (field: Field) => Edit>;

export type Format = keyof typeof FORMATS;

export function format(area: HTMLTextAreaElement | null, name: Format): void {
  if (area !== null) applyEdit(area, FORMATS[name](fieldOf(area)));
}

export function EmojiButton({ onEmoji }: { readonly onEmoji: (name: string) => void }) {
  const client = useClient();
  const choose = async (button: Element) => {
    const state = client.watch();
    const emoji = await pickEmoji(button, {
      url: state.server_emoji_data_url,
      custom: usableCustomEmoji(state).map(({ id, name, source_url: src }) => ({ id, name, src })),
    });
    if (emoji !== undefined) onEmoji(emoji.name);
  };
  return (
    <ToolButton
      icon="smile"
      label={composeWords().emoji}
      popup="dialog"
      onClick={(event) => void choose(event.currentTarget as Element)}
    />
  );
}
