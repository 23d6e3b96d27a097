import "./install.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { hasSent, installPrompt } from "../../client/session/install-prompt.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { installWords, noticeWords } from "../../words/notifications.ts";

const ANSWERED = "parley.install-answered";

const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

/**
 * True on iPhones and iPads, where Safari installs pages only through its own menu. iPads identify themselves as Macs.
 */
const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** True if this page can be installed as an app, by the browser or by following a guide. */
export const canInstall = (): boolean => !isInstalled() && (installPrompt.value !== undefined || isApple());

/** Asks the browser to install this page, or shows how to. */
export function install(client: Client): void {
  const offered = installPrompt.value;
  // The browser's prompt can only be used once.
  installPrompt.value = undefined;
  if (offered === undefined) client.show(<InstallGuide />);
  else void offered.prompt().catch(() => undefined);
}

/** Offers once on each device to install the client, after the first message. */
export function InstallOffer() {
  const client = useClient();
  const { realm_name } = client.watch("realm");
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(ANSWERED) !== null);
  if (isAnswered || !hasSent.value || !canInstall()) return null;
  const answer = () => {
    localStorage.setItem(ANSWERED, "");
    setAnswered(true);
  };
  const w = installWords();
  const text = isApple() ? w.offerOnApple(realm_name) : w.offer(realm_name);
  return (
    <aside class="shell-notice" aria-label={text}>
      <p>{text}</p>
      <Button
        kind="quiet"
        onClick={() => {
          answer();
          install(client);
        }}
      >
        {isApple() ? w.showHow : w.install}
      </Button>
      <Button kind="quiet" onClick={answer}>
        {noticeWords().notNow}
      </Button>
    </aside>
  );
}

/** A drawing of a phone that illustrates a step of the guide. */
const Phone = ({ children }: { readonly children: ComponentChildren }) => (
  <svg viewBox="0 0 96 96" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
    <rect x="22" y="-20" width="52" height="104" rx="9" />
    {children}
  </svg>
);

/** Apple's share icon: an arrow pointing out of a box. */
const ShareSign = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <g class="install-mark" transform={`translate(${x} ${y})`} stroke="currentColor" stroke-linecap="round">
    <path d="M-3 -2h-2v9h10v-9h-2M0 3v-11M-3 -5l3 -3 3 3" />
  </g>
);

function InstallGuide() {
  const { realm_name } = useClient().watch("realm");
  const w = installWords();
  const initial = [...realm_name][0] ?? "";
  return (
    <Dialog title={w.title(realm_name)} size="m">
      <ol class="install-steps">
        <li>
          <Phone>
            <path d="M30 18h36M30 28h28M22 60h52" />
            <ShareSign x={48} y={72} />
          </Phone>
          <p>{w.steps.share}</p>
        </li>
        <li>
          <Phone>
            <path d="M30 18h24M30 32h30" />
            <g class="install-mark" stroke="currentColor" stroke-linecap="round">
              <rect x="28" y="44" width="40" height="18" rx="4" />
              <path d="M34 53h14M60 49v8M56 53h8" />
            </g>
          </Phone>
          <p>{w.steps.add}</p>
        </li>
        <li>
          <Phone>
            <rect x="29" y="14" width="16" height="16" rx="4" />
            <rect x="51" y="14" width="16" height="16" rx="4" />
            <g class="install-mark" stroke="currentColor">
              <rect x="29" y="40" width="22" height="22" rx="5" />
              <text x="40" y="56" text-anchor="middle" font-size="13" fill="currentColor" stroke="none">
                {initial}
              </text>
            </g>
          </Phone>
          <p>{w.steps.open(realm_name)}</p>
        </li>
      </ol>
    </Dialog>
  );
}
