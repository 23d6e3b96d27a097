import "./shell.css";
import { useSignalEffect } from "@preact/signals";
import { type ComponentType, h } from "preact";
import { useRef } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { beginNewVersion } from "../../client/session/new-version.ts";
import { runAction, useAction } from "../../keyboard.ts";
import { loadDeferred } from "../../loads.ts";
import { isSpectator } from "../../model/people/account.ts";
import { targetOf } from "../../model/routes/conversation.ts";
import type { Route } from "../../model/routes/place.ts";
import type { UnreadKind } from "../../model/unread/next-unread.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { Overlays } from "../../parts/overlays/overlays.tsx";
import { typeAhead } from "../../typed-ahead.ts";
import { appWords } from "../../words/app.ts";
import { messageWords } from "../../words/feed.ts";
import { navWords } from "../../words/nav.ts";
import { attempt } from "../attempt.ts";
import { Navigation } from "../nav/navigation.tsx";
import { UserFace } from "../people/user-face.tsx";
import { isNowhere, Screen } from "./screen.tsx";

const SessionNotice = lazyView(async () => (await loadDeferred()).SessionNotice);
const SpectatorBar = lazyView(async () => (await loadDeferred()).SpectatorBar);
const DetailsPane = lazyView(async () => (await loadDeferred()).DetailsPane);
const Toasts = lazyView(async () => (await loadDeferred()).Toasts);
const CallHost = lazyView(async () => (await loadDeferred()).CallHost);
const GlobalActions = lazyView(async () => (await loadDeferred()).GlobalActions);

/** The whole page: the navigation, the current place, and its details. Phones show only one of these at a time. */
export function Shell() {
  const client = useClient();
  const details = client.details.value;
  const place = client.place.value;
  const section = client.section.value;
  const main = useRef<HTMLElement>(null);
  useFindActions(client);
  // On phones, opening another place replaces the navigation.
  useSignalEffect(() => {
    void client.place.value;
    client.section.value = undefined;
  });
  return (
    <div class="shell" data-details={details && ""}>
      <button type="button" class="shell-skip" onClick={() => main.current?.focus()}>
        {appWords().skip}
      </button>
      <nav class="shell-nav" aria-label={navWords().name} data-open={section && ""} data-section={section}>
        <Navigation />
      </nav>
      <main class="shell-main" id="main" tabIndex={-1} ref={main}>
        <Notice />
        <SessionNotice />
        {isSpectator(client.watch("account")) && <SpectatorBar />}
        <Screen place={place} />
        {!isNowhere(client.watch("channels", "users"), place) && <ComposerSlot place={place} />}
      </main>
      {details && (
        <aside class="shell-details" aria-label={appWords().details}>
          <DetailsPane details={details} />
        </aside>
      )}
      <CallHost />
      <TabBar />
      <Overlays />
      <Toasts />
      <GlobalActions />
    </div>
  );
}

const NewVersion = lazyView(async () => (await loadDeferred()).NewVersion);
const Offers = lazyView(async () => (await loadDeferred()).Offers);
const Unreached = lazyView(async () => (await loadDeferred()).Unreached);

/**
 * The line at the top of the page. Shows that the server is unreachable or doesn't allow this network, announces a new
 * version, or offers notifications or installation.
 */
function Notice() {
  const connection = useClient().connection.value;
  const begin = beginNewVersion.value;
  if (connection.kind !== "offline") return begin === undefined ? <Offers /> : <NewVersion begin={begin} />;
  return <Unreached connection={connection} />;
}

interface SlotProps {
  readonly place: Route;
}

/** Reserves the composer's space. */
function Room({ place }: SlotProps) {
  return targetOf(place, useClient().watch().user_id) ? <div class="composer-slot" /> : null;
}

/** The composer, loaded after the page so that messages appear first. */
const ComposerSlot = lazyView<SlotProps>(async () => (await loadDeferred()).Composer, {
  Waiting: Room,
  Missing: Room,
});

const openNew = (anchor: Element) =>
  openMenu(
    anchor,
    navWords().new,
    loadDeferred().then(({ newMenu }) => newMenu()),
  );

function TabBar() {
  const client = useClient();
  const section = client.section.value;
  const isHome = section === undefined && client.place.value.view === "inbox";
  const toggle = (name: "channels" | "directs") => () => {
    client.section.value = section === name && client.details.value === undefined ? undefined : name;
    client.showDetails(undefined);
  };
  const state = client.watch("account", "unread", "channels", "topics", "users");
  const isMember = !isSpectator(state);
  const { directs, mine } = unreadOf(state);
  return (
    <nav class="shell-tabs" aria-label={navWords().tabs}>
      {isMember && (
        <button
          type="button"
          class="shell-tab"
          aria-current={isHome ? "page" : undefined}
          onClick={() => {
            client.showDetails(undefined);
            client.go({ view: "inbox" });
          }}
        >
          <Icon name="inbox" />
          {navWords().inboxShort}
          <Count value={mine} kind="loud" />
        </button>
      )}
      <button type="button" class="shell-tab" aria-expanded={section === "channels"} onClick={toggle("channels")}>
        <Icon name="hash" />
        {navWords().channels}
      </button>
      {isMember && (
        <button
          type="button"
          class="shell-tab"
          aria-haspopup="menu"
          onClick={(event) => void openNew(event.currentTarget)}
        >
          <Icon name="square-pen" />
          {navWords().new}
        </button>
      )}
      {isMember && (
        <button type="button" class="shell-tab" aria-expanded={section === "directs"} onClick={toggle("directs")}>
          <Icon name="users" />
          {navWords().directsShort}
          <Count value={directs} kind="loud" />
        </button>
      )}
      <button type="button" class="shell-tab" onClick={() => runAction("palette")}>
        <Icon name="search" />
        {navWords().search}
      </button>
      {isMember && (
        <button type="button" class="shell-tab" aria-haspopup="menu" onClick={() => runAction("menu")}>
          <UserFace user={state.user_id} size="s" plain />
          {messageWords().you}
        </button>
      )}
    </nav>
  );
}

/** Opens the palette or the search dialog. Text that is typed while the dialog is loading goes into its field. */
async function openPalette(client: Client, which: "Palette" | "SearchDialog"): Promise<void> {
  const loading = loadDeferred();
  // Starts in the same task as the key press. If a script had to be loaded for this, the next key would be lost.
  void typeAhead(loading).catch(() => {});
  await attempt(client, async () => {
    const Dialog: ComponentType = (await loading)[which];
    client.show(h(Dialog, {}));
  });
}

/** Binds the keys for the palette, search, and next unread conversation, which work from the first view on. */
function useFindActions(client: Client): void {
  useAction("palette", () => void openPalette(client, "Palette"));
  useAction("search", () => void openPalette(client, "SearchDialog"));
  const goToUnread = async (kind: UnreadKind) => (await loadDeferred()).goToNextUnread(client, kind);
  useAction("nextUnread", () => void goToUnread("topic"));
  useAction("nextFollowed", () => void goToUnread("followed"));
  useAction("nextDirect", () => void goToUnread("direct"));
}
