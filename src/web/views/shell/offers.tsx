import { useState } from "preact/hooks";
import { type ServerConnectionState, useClient } from "../../client/client.ts";
import { Button } from "../../parts/button.tsx";
import { Time } from "../../parts/indicators/time.tsx";
import { appWords } from "../../words/app.ts";
import { noticeWords } from "../../words/notifications.ts";
import { InstallOffer } from "../notifications/install.tsx";

/** Announces a newer version of the client, with a button that loads it. */
export function NewVersion({ begin }: { readonly begin: () => void }) {
  return (
    <div class="shell-notice" role="status">
      <p>{noticeWords().newVersion}</p>
      <Button kind="quiet" onClick={begin}>
        {appWords().reload}
      </Button>
    </div>
  );
}

interface UnreachedProps {
  readonly connection: Extract<ServerConnectionState, { readonly kind: "offline" }>;
}

/** Shows that the server is unreachable, or that the organization doesn't allow this device's network. */
export function Unreached({ connection: { reason, since } }: UnreachedProps) {
  const w = noticeWords();
  return (
    <p class="shell-notice" role="status">
      {reason === "barred" ? (
        `${w.barred} ${w.barredKept}`
      ) : (
        <span>
          {reason === "no-answer" ? w.noAnswerSince : w.offlineSince} <Time at={since / 1000} as="relative" />
        </span>
      )}
    </p>
  );
}

const DECLINED = "parley.no-notifications";

/** Offers notifications, and then to install the client. Browsers allow both only after a click on a button. */
export function Offers() {
  const state = useClient().watch("account", "outside");
  const { enable_desktop_notifications } = state.user_settings;
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(DECLINED) !== null);
  // Someone who joined through an outside link came for one conversation. Don't interrupt them.
  if (state.outside_access) return null;
  const isOpen = "Notification" in window && Notification.permission === "default";
  if (isAnswered || !isOpen || !enable_desktop_notifications) return <InstallOffer />;
  const decline = () => {
    localStorage.setItem(DECLINED, "");
    setAnswered(true);
  };
  const accept = async () => {
    await Notification.requestPermission();
    setAnswered(true);
  };
  const w = noticeWords();
  return (
    <aside class="shell-notice" aria-label={w.offer}>
      <p>{w.offer}</p>
      <Button kind="quiet" onClick={() => void accept()}>
        {w.turnOn}
      </Button>
      <Button kind="quiet" onClick={decline}>
        {w.notNow}
      </Button>
    </aside>
  );
}
