import { navWords } from "../../words/nav.ts";
import "./nav.css";
import { useClient } from "../../client/client.ts";
import { runAction } from "../../keyboard.ts";
import { keyHint } from "../../keys.ts";
import { isSpectator } from "../../model/people/account.ts";
import { Icon } from "../../parts/icon.tsx";
import { ChannelPart } from "./channel-part.tsx";
import { DirectPart } from "./direct-part.tsx";
import { MyMenu } from "./my-menu.tsx";
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
