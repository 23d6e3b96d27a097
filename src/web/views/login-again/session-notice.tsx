import "./login-again.css";
import { useEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { lookForSession } from "../../client/session/log-in-again.ts";
import { Button } from "../../parts/button.tsx";
import { loginWords } from "../../words/login.ts";
import { LoginAgain } from "./login-again.tsx";

/** Shown at the top of the page, at first with a dialog, once the session has ended. */
export function SessionNotice() {
  const client = useClient();
  const isLoggedOut = client.connection.value.kind === "logged-out";
  const ask = () => client.show(<LoginAgain />);
  useEffect(() => {
    if (!isLoggedOut) return;
    ask();
    const look = () => {
      if (document.visibilityState === "visible") void lookForSession(client);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isLoggedOut]);
  if (!isLoggedOut) return null;
  return (
    <div class="login-again-notice" role="status">
      <p>{loginWords().ended}</p>
      <Button onClick={ask}>{loginWords().logIn}</Button>
    </div>
  );
}
