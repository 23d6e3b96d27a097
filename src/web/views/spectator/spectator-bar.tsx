import "./spectator-bar.css";
import { useClient } from "../../client/client.ts";
import { isSpectator } from "../../model/spectator.ts";
import { words } from "../../words/words.ts";
import { wayIn } from "./way-in.ts";

/** Says to somebody without an account that they only look, and leads them in. */
export function SpectatorBar() {
  const client = useClient();
  const state = client.watch("account");
  if (!isSpectator(state)) return null;
  return (
    <div class="spectator-bar">
      <p>{words().login.looking}</p>
      <a class="spectator-bar-way" href={wayIn(client)}>
        {words().login.logIn}
      </a>
    </div>
  );
}
