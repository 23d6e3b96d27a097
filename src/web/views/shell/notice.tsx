import { useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { beginNewVersion } from "../../client/new-version.ts";
import { Button } from "../../parts/button.tsx";
import { Time } from "../../parts/time.tsx";
import { words } from "../../words/words.ts";

/**
 * A line at the top of the page: that the server cannot be reached, that there is a newer client, or an offer to be told
 * of messages.
 */
export function Notice() {
  const connection = useClient().connection.value;
  const begin = beginNewVersion.value;
  if (connection.is !== "offline") return begin === undefined ? <NotificationOffer /> : <NewVersion begin={begin} />;
  return (
    <p class="shell-notice" role="status">
      {words().app.offlineSince} <Time at={connection.since / 1000} as="relative" />
    </p>
  );
}

function NewVersion({ begin }: { readonly begin: () => void }) {
  return (
    <div class="shell-notice" role="status">
      <p>{words().app.newVersion}</p>
      <Button kind="quiet" onClick={begin}>
        {words().app.reload}
      </Button>
    </div>
  );
}

const DECLINED = "parley.no-notifications";

/** Browsers allow notifications only to who has pressed something for it. */
function NotificationOffer() {
  const { enable_desktop_notifications } = useClient().watch("account").user_settings;
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(DECLINED) !== null);
  const isOpen = "Notification" in window && Notification.permission === "default";
  if (isAnswered || !isOpen || !enable_desktop_notifications) return null;
  const decline = () => {
    localStorage.setItem(DECLINED, "");
    setAnswered(true);
  };
  const accept = async () => {
    await Notification.requestPermission();
    setAnswered(true);
  };
  const w = words().notifications;
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
