import { loginWords } from "../../words/login.ts";
import "./spectator-bar.css";
import { useClient } from "../../client/client.ts";
import { wayIn } from "./way-in.ts";

/** Says to visitors without an account that they can only read, and links to the login. */
export function SpectatorBar() {
  const client = useClient();
  return (
    <div class="spectator-bar">
      <p>{loginWords().looking}</p>
      <a class="spectator-bar-way" href={wayIn(client)}>
        {loginWords().logIn}
      </a>
    </div>
  );
}
