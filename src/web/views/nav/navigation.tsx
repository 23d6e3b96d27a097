import "./nav.css";
import { useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { hasSeveral } from "../../client/organizations/arrival.ts";
import { runAction, useAction } from "../../keyboard.ts";
import { keyHint } from "../../keys.ts";
import { loadDeferred, loadSwitching, settings } from "../../loads.ts";
import { isSpectator } from "../../model/people/account.ts";
import { conversationKeyAt } from "../../model/routes/conversation.ts";
import type { Route } from "../../model/routes/place.ts";
import { type DirectConversation, directConversations } from "../../model/unread/sidebar.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { firstLetter } from "../../parts/indicators/avatar-face.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { VirtualRows } from "../../parts/lists/virtual-rows.tsx";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { firstActionsWords } from "../../words/app.ts";
import { loadWords } from "../../words/language/choose-words.ts";
import { navWords } from "../../words/nav.ts";
import { DirectMark } from "../channels/conversation-marks.tsx";
import { nameOfDirect } from "../people/names.ts";
import { PresenceWord, UserFace } from "../people/user-face.tsx";
import { ChannelPart } from "./channel-part.tsx";
import { CollapseButton, NavCalls, Row } from "./row.tsx";

const Switcher = lazyView(async () => (await loadSwitching()).Switcher);

/** The sidebar: views of all messages, direct conversations, and channels with their topics. */
export function Navigation() {
  const state = useClient().watch("realm", "account");
  const { realm_name, realm_icon_url, realm_icon_source } = state;
  const isMember = !isSpectator(state);
  return (
    <div class="nav">
      {isMember && hasSeveral.value && <Switcher />}
      <header class="nav-head">
        {realm_icon_source === "U" ? (
          <img class="nav-mark" src={realm_icon_url} alt="" width={26} height={26} />
        ) : (
          // The login page shows the same mark.
          <span class="nav-mark" aria-hidden="true">
            {firstLetter(realm_name)}
          </span>
        )}
        <span class="nav-realm one-line">{realm_name}</span>
        {isMember && <MyMenu />}
      </header>
      <button type="button" class="nav-jump" onClick={() => runAction("palette")}>
        <Icon name="search" />
        {firstActionsWords().palette}
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

/** The user's own avatar, which opens the menu for account and appearance. */
function MyMenu() {
  const client = useClient();
  const { user_id } = client.watch("account");
  const button = useRef<HTMLButtonElement>(null);
  const label = navWords().myMenu;
  // Preloads the settings, because the menu leads to them.
  const prepare = () => void Promise.all([settings(), loadWords("settings")]).catch(() => {});
  const open = () => {
    prepare();
    const entries = async () => (await loadDeferred()).myMenu(client);
    if (button.current !== null) void openMenu(button.current, label, entries());
  };
  useAction("menu", open);
  return (
    <button
      ref={button}
      type="button"
      class="nav-me"
      aria-haspopup="menu"
      onClick={open}
      onFocus={prepare}
      onPointerEnter={prepare}
      {...tip(label, "menu")}
    >
      <UserFace user={user_id} size="s" />
      <span class="for-readers">{label}</span>
    </button>
  );
}

/** Views of all conversations. Drafts, scheduled messages and reminders are listed if there are any. */
function Views() {
  const client = useClient();
  const state = client.watch("unread", "channels", "topics", "users", "starred", "later");
  const drafts = client.drafts.all.value;
  const unread = unreadOf(state);
  const w = navWords();
  const view = (
    place: Route,
    icon: IconName,
    name: string,
    rest: { count?: number; isStock?: boolean; isMentioned?: boolean; isFollowed?: boolean } = {},
  ) => (
    <li>
      <Row place={place} name={name} mark={<Icon name={icon} />} {...rest} />
    </li>
  );
  return (
    <ul class="nav-views">
      {view({ view: "inbox" }, "inbox", w.inbox, {
        count: unread.total,
        isFollowed: unread.mine > 0,
      })}
      {view({ view: "recent" }, "clock", w.recent)}
      {view({ view: "combined" }, "list", w.combined)}
      {view({ view: "mentions" }, "at-sign", w.mentions, { count: unread.mentions, isMentioned: unread.mentions > 0 })}
      {view(
        { view: "starred" },
        "star",
        w.starred,
        state.user_settings.starred_message_counts ? { count: state.starred_messages.length, isStock: true } : {},
      )}
      {drafts.length > 0 && view({ view: "drafts" }, "pencil", w.drafts, { count: drafts.length, isStock: true })}
      {state.scheduled_messages.length > 0 &&
        view({ view: "scheduled" }, "calendar-clock", w.scheduled, {
          count: state.scheduled_messages.length,
          isStock: true,
        })}
      {state.reminders.length > 0 &&
        view({ view: "reminders" }, "bell", w.reminders, { count: state.reminders.length, isStock: true })}
    </ul>
  );
}

/** Number of conversations shown initially. Unread ones are always shown. */
const DIRECTS_SHOWN = 8;

function DirectPart() {
  const client = useClient();
  const state = client.watch("unread", "users");
  const [all, setAll] = useState(false);
  const directs = directConversations(state);
  const here = conversationKeyAt(client.place.value);
  const chosen = (one: DirectConversation) => one.count > 0 || one.key === here;
  const shown = directs.filter((one, index) => all || index < DIRECTS_SHOWN || chosen(one));
  const w = navWords();
  const row = (one: DirectConversation) => (
    <li key={one.key}>
      <Row
        place={{ view: "direct", users: one.users }}
        name={nameOfDirect(state, one.users)}
        mark={<DirectMark users={one.users} />}
        note={<PresenceWord users={one.users} />}
        count={one.count}
        isLoud
      />
      <NavCalls within={one.key} />
    </li>
  );
  const list = (some: readonly DirectConversation[]) => <VirtualRows items={some} height={30} row={row} />;
  const tool = (
    <ToolButton icon="plus" label={w.newDirect} action="composeDirect" onClick={() => runAction("composeDirect")} />
  );
  return (
    <div class="nav-part-directs">
      <CollapseButton id="directs" title={w.directs} tool={tool} closed={list(directs.filter(chosen))}>
        {list(shown)}
        {shown.length < directs.length && (
          <button type="button" class="nav-row nav-quiet" onClick={() => setAll(true)}>
            {w.moreDirects}
          </button>
        )}
      </CollapseButton>
    </div>
  );
}
