import "./message-toolbar.css";
import { useRef } from "preact/hooks";
import { ToolButton } from "../../parts/button.tsx";
import { MenuButton, type MenuEntry } from "../../parts/overlays/menu.tsx";
import { useRoving } from "../../parts/roving.ts";
import { appWords } from "../../words/app.ts";
import { messageWords } from "../../words/feed.ts";
import { actionLabel, IN_TOOLBAR, type MessageAction, type OnMessage, possibleActions } from "./actions.ts";

export interface ToolbarProps {
  readonly on: Omit<OnMessage, "anchor">;
}

/** The toolbar of the hovered or focused message. */
export function MessageToolbar({ on }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // The possible actions can change while the toolbar is shown.
  on.client.watch("realm", "groups", "channels", "account");
  useRoving(bar, { items: "button", along: "horizontal", wrap: true });
  const at = (anchor: Element): OnMessage => ({ ...on, anchor });
  const row = () => bar.current ?? document.body;
  const actions = possibleActions(at(document.body)).filter(({ name }) => IN_TOOLBAR.has(name));
  return (
    <div ref={bar} class="message-toolbar" role="toolbar" aria-label={messageWords().actions}>
      {actions.map((action) => (
        <ToolButton
          key={action.name}
          size="s"
          icon={action.icon}
          label={actionLabel(action, at(document.body))}
          action={action.name}
          onClick={(event) => void action.run(at(event.currentTarget as Element))}
        />
      ))}
      <MenuButton
        size="s"
        icon="ellipsis"
        label={appWords().more}
        action="messageMenu"
        entries={() => menuEntries(at(row()))}
      />
    </div>
  );
}

const GROUPS: readonly MessageAction["group"][] = ["answer", "mark", "change", "copy", "see", "remove"];

/** Returns a message's menu entries in groups: all actions, or those not in the toolbar. */
export function menuEntries(on: OnMessage, which: "all" | "rest" = "rest"): readonly MenuEntry[] {
  const possible = possibleActions(on).filter(
    ({ name, isKeyOnly }) => isKeyOnly !== true && (which === "all" || !IN_TOOLBAR.has(name)),
  );
  const actions = GROUPS.flatMap((group) => possible.filter((action) => action.group === group));
  let before: MessageAction["group"] | undefined;
  return actions.flatMap((action): MenuEntry[] => {
    const isOther = before !== undefined && before !== action.group;
    before = action.group;
    const entry = {
      label: actionLabel(action, on),
      icon: action.icon,
      action: action.name,
      danger: action.isDangerous === true,
      run: () => void action.run(on),
    };
    return isOther ? ["line", entry] : [entry];
  });
}
