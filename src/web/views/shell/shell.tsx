import "./shell.css";
import { useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { later } from "../../parts/later.tsx";
import { Overlays } from "../../parts/overlays.tsx";
import { Toasts } from "../../parts/toasts.tsx";
import { words } from "../../words/words.ts";
import { ComposerSlot } from "../compose/composer-slot.tsx";
import { SessionNotice } from "../login-again/session-notice.tsx";
import { Navigation } from "../nav/navigation.tsx";
import { SpectatorBar } from "../spectator/spectator-bar.tsx";
import { useGlobalActions } from "./global-actions.ts";
import { Notice } from "./notice.tsx";
import { isNowhere, Screen } from "./screen.tsx";
import { TabBar } from "./tab-bar.tsx";

/** Not all browsers have it, and so not all that know their types. */
declare const CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void };

const DetailsPane = later(async () => (await import("../details/details-pane.tsx")).DetailsPane);

/** Gives the focus back to where it was, when what stands beside the conversation is closed from within. */
function useFocusBack(main: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isOpen) {
      before.current = document.activeElement;
      return;
    }
    const from = before.current;
    before.current = null;
    if (from === null || document.activeElement !== document.body) return;
    const isThere = from instanceof HTMLElement && from.isConnected && from !== document.body;
    (isThere ? from : main.current)?.focus();
  }, [isOpen]);
}

/** The whole page: navigation, the place that is shown, and details of it; on phones one of them at a time. */
export function Shell() {
  const client = useClient();
  const details = client.details.value;
  const place = client.place.value;
  const section = client.section.value;
  const main = useRef<HTMLElement>(null);
  useGlobalActions(client);
  useFocusBack(main, details !== undefined);
  // Another place is shown in place of the navigation.
  useSignalEffect(() => {
    void client.place.value;
    client.section.value = undefined;
  });
  useWayBack(client);
  return (
    <div class="shell" data-details={details && ""}>
      <button type="button" class="shell-skip" onClick={() => main.current?.focus()}>
        {words().app.skip}
      </button>
      <nav class="shell-nav" aria-label={words().nav.name} data-open={section && ""} data-section={section}>
        <Navigation />
      </nav>
      <main class="shell-main" id="main" tabIndex={-1} ref={main}>
        <Notice />
        <SessionNotice />
        <SpectatorBar />
        <Screen place={place} />
        {!isNowhere(client.watch("channels", "users"), place) && <ComposerSlot place={place} />}
      </main>
      {details && (
        <aside class="shell-details" aria-label={words().app.details}>
          <DetailsPane details={details} />
        </aside>
      )}
      <TabBar />
      <Overlays />
      <Toasts />
    </div>
  );
}

/** On phones the system's own way back, as by a swipe, closes what lies over the place. */
function useWayBack(client: Client): void {
  useSignalEffect(() => {
    const { details, section } = client;
    const top = details.value !== undefined ? details : section.value !== undefined ? section : undefined;
    if (top === undefined || !("CloseWatcher" in window) || !matchMedia("(max-width: 699px)").matches) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => {
      top.value = undefined;
    };
    return () => watcher.destroy();
  });
}
