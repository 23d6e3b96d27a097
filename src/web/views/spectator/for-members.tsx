import { useClient } from "../../client/client.ts";
import { Empty } from "../../parts/lists/empty.tsx";
import { loginWords } from "../../words/login.ts";
import { wayIn } from "./way-in.ts";

/** Shown in a place that takes an account. */
export function ForMembers() {
  const client = useClient();
  return (
    <Empty icon="lock" title={loginWords().forMembers} text={loginWords().toTakePart}>
      <a class="spectator-bar-way" href={wayIn(client)}>
        {loginWords().logIn}
      </a>
    </Empty>
  );
}
