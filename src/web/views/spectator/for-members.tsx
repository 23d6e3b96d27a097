import { useClient } from "../../client/client.ts";
import { Empty } from "../../parts/empty.tsx";
import { words } from "../../words/words.ts";
import { wayIn } from "./way-in.ts";

/** In the place of what only accounts have. */
export function ForMembers() {
  const client = useClient();
  return (
    <Empty icon="lock" title={words().login.forMembers} text={words().login.toTakePart}>
      <a class="spectator-bar-way" href={wayIn(client)}>
        {words().login.logIn}
      </a>
    </Empty>
  );
}
