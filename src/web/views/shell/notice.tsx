import { useClient } from "../../client/client.ts";
import { Time } from "../../parts/time.tsx";
import { words } from "../../words/words.ts";

/** A line at the top of the page while the server cannot be reached. */
export function Notice() {
  const connection = useClient().connection.value;
  if (connection.is !== "offline") return null;
  return (
    <p class="shell-notice" role="status">
      {words().app.offlineSince} <Time at={connection.since / 1000} as="relative" />
    </p>
  );
}
