import type { RefObject } from "preact";
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
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { composeWords } from "../../words/compose.ts";
import { applyEdit, fieldOf } from "./editing/apply-edit.ts";

const SHOWN: readonly (readonly [Format, IconName, ActionName?])[] = [
  ["bold", "bold", "bold"],
  ["italic", "italic", "italic"],
  ["link", "link", "link"],
  ["code", "code", "code"],
];

const MORE: readonly (readonly [Format, IconName])[] = [
  ["strike", "strikethrough"],
  ["bulleted", "list"],
  ["numbered", "list-ordered"],
  ["quote", "quote"],
  ["codeBlock", "code"],
  ["spoiler", "eye-off"],
  ["maths", "sigma"],
];

/** The formatting buttons: the most used ones if there is space, and a menu with the others. */
export function FormatBar({ area }: { readonly area: RefObject<HTMLTextAreaElement | null> }) {
  const compose = composeWords();
  const act = (name: Format) => () => format(area.current, name);
  return (
    <>
      <span class="composer-formats">
        {SHOWN.map(([name, icon, action]) => (
          <ToolButton key={name} icon={icon} label={compose[name]} {...(action && { action })} onClick={act(name)} />
        ))}
      </span>
      <MenuButton
        icon="ellipsis"
        label={compose.formatting}
        entries={() => [
          ...(narrow() ? SHOWN.map(([name, icon]) => ({ label: compose[name], icon, run: act(name) })) : []),
          ...MORE.map(([name, icon]) => ({ label: compose[name], icon, run: act(name) })),
        ]}
      />
    </>
  );
}

/** Whether the style sheet hides the buttons. */
const narrow = () => matchMedia("(max-width: 699px)").matches;

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

/** The formatting actions of buttons and keys. */
export type Format = keyof typeof FORMATS;

export function format(area: HTMLTextAreaElement | null, name: Format): void {
  if (area !== null) applyEdit(area, FORMATS[name](fieldOf(area)));
}

/** Opens the emoji picker, and hands over the name of the chosen emoji. */
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
