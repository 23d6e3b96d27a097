import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { onDemand } from "../../loads.ts";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { tip } from "../../parts/overlays/tip.ts";
import { navWords } from "../../words/nav.ts";
import { UserFace } from "../people/user-face.tsx";

/** The user's own picture, which opens the menu of account and appearance. */
export function MyMenu() {
  const client = useClient();
  const { user_id } = client.watch("account");
  const button = useRef<HTMLButtonElement>(null);
  const label = navWords().myMenu;
  const open = () => {
    const entries = async () => (await onDemand()).myMenu(client);
    if (button.current !== null) void openMenu(button.current, label, entries());
  };
  useAction("menu", open);
  return (
    <button ref={button} type="button" class="nav-me" aria-haspopup="menu" onClick={open} {...tip(label, "menu")}>
      <UserFace user={user_id} size="s" />
      <span class="for-readers">{label}</span>
    </button>
  );
}
