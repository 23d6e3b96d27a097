import "./spectator-bar.css";
import { useClient } from "../../client/client.ts";
import { addressOf } from "../../model/address.ts";
import { isSpectator } from "../../model/spectator.ts";
import { words } from "../../words/words.ts";

/** Says to somebody without an account that they only look, and leads them in. */
export function SpectatorBar() {
  const client = useClient();
  const state = client.watch("account", "channels", "users");
  if (!isSpectator(state)) return null;
  const next = encodeURIComponent(`/${addressOf(client.place.value, state)}`);
  return (
    <div class="spectator-bar">
      <p>{words().login.looking}</p>
      <a class="spectator-bar-way" href={`/login/?next=${next}`}>
        {words().login.logIn}
      </a>
    </div>
  );
}
