import type { RefObject } from "preact";
import type { ActionName } from "../../keys.ts";
import type { IconName } from "../../parts/icon.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { ToolButton } from "../../parts/tool-button.tsx";
import { composeWords } from "../../words/compose.ts";
import { type Format, format } from "./formats.ts";

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
