import { navWords } from "../../words/nav.ts";
import "./nav.css";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { runAction, useAction } from "../../keyboard.ts";
import { keyHint } from "../../keys.ts";
import { onDemand } from "../../loads.ts";
import { isSpectator } from "../../model/people/account.ts";
import { Icon } from "../../parts/icon.tsx";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { tip } from "../../parts/overlays/tip.ts";
import { UserFace } from "../people/user-face.tsx";
import { ChannelPart } from "./channel-part.tsx";
import { DirectPart } from "./direct-part.tsx";
import { Views } from "./views.tsx";

/** The sidebar: views of all messages, direct conversations, and channels with their topics. */
export function Navigation() {
  const state = useClient().watch("realm", "account");
  const { realm_name, realm_icon_url } = state;
  const isMember = !isSpectator(state);
  return (
    <div class="nav">
      <header class="nav-head">
        <img class="nav-mark" src={realm_icon_url} alt="" width={26} height={26} />
        <span class="nav-realm one-line">{realm_name}</span>
        {isMember && <MyMenu />}
      </header>
      <button type="button" class="nav-jump" onClick={() => runAction("palette")}>
        <Icon name="search" />
        {navWords().jump}
        <kbd>{keyHint("palette")}</kbd>
      </button>
      <div class="nav-scroll">
        {isMember && <Views />}
        {isMember && <DirectPart />}
        <ChannelPart />
      </div>
    </div>
  );
}

/** The user's own picture, which opens the menu of account and appearance. */
function MyMenu() {
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
