import { appWords } from "../../words/app.ts";
import { navWords } from "../../words/nav.ts";
import "./shell.css";
import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { beginNewVersion } from "../../client/session/new-version.ts";
import { onDemand } from "../../loads.ts";
import { isSpectator } from "../../model/people/account.ts";
import { later } from "../../parts/later.tsx";
import { Overlays } from "../../parts/overlays/overlays.tsx";
import { Toasts } from "../../parts/overlays/toasts.tsx";
import { Time } from "../../parts/signs/time.tsx";
import { ComposerSlot } from "../compose/composer-slot.tsx";
import { Navigation } from "../nav/navigation.tsx";
import { useGlobalActions } from "./global-actions.ts";
import { isNowhere, Screen } from "./screen.tsx";
import { TabBar } from "./tab-bar.tsx";

const SessionNotice = later(async () => (await onDemand()).SessionNotice);
const SpectatorBar = later(async () => (await onDemand()).SpectatorBar);
const DetailsPane = later(async () => (await onDemand()).DetailsPane);

/** The whole page: navigation, the current place, and details of it; phones show one of them at a time. */
export function Shell() {
  const client = useClient();
  const details = client.details.value;
  const place = client.place.value;
  const section = client.section.value;
  const main = useRef<HTMLElement>(null);
  useGlobalActions(client);
  // When another place is opened, it replaces the navigation on phones.
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
      <TabBar />
      <Overlays />
      <Toasts />
    </div>
  );
}

const NewVersion = later(async () => (await onDemand()).NewVersion);
const NotificationOffer = later(async () => (await onDemand()).NotificationOffer);

/**
 * The line at the top of the page: the server cannot be reached, there is a new version, or an offer of notifications.
 */
function Notice() {
  const connection = useClient().connection.value;
  const begin = beginNewVersion.value;
  if (connection.is !== "offline") return begin === undefined ? <NotificationOffer /> : <NewVersion begin={begin} />;
  return (
    <p class="shell-notice" role="status">
      {appWords().offlineSince} <Time at={connection.since / 1000} as="relative" />
    </p>
  );
}
