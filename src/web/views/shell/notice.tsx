import { useClient } from "../../client/client.ts";
import { beginNewVersion } from "../../client/session/new-version.ts";
import { onDemand } from "../../loads.ts";
import { later } from "../../parts/later.tsx";
import { Time } from "../../parts/signs/time.tsx";
import { appWords } from "../../words/app.ts";

const NewVersion = later(async () => (await onDemand()).NewVersion);
const NotificationOffer = later(async () => (await onDemand()).NotificationOffer);

/**
 * The line at the top of the page: the server cannot be reached, there is a new version, or an offer of notifications.
 */
export function Notice() {
  const connection = useClient().connection.value;
  const begin = beginNewVersion.value;
  if (connection.is !== "offline") return begin === undefined ? <NotificationOffer /> : <NewVersion begin={begin} />;
  return (
    <p class="shell-notice" role="status">
      {appWords().offlineSince} <Time at={connection.since / 1000} as="relative" />
    </p>
  );
}
