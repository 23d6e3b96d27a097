import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { logInAgain } from "../../client/log-in-again.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { useClose } from "../../parts/overlays.tsx";
import { words } from "../../words/words.ts";

/** Asks for the password once more, where the session has ended while somebody works. */
export function LoginAgain() {
  const client = useClient();
  const close = useClose();
  const [password, setPassword] = useState("");
  const { login } = words();
  const { delivery_email } = client.watch("account");
  const isOver = client.connection.value.is !== "logged-out";
  // Somebody has logged in in another tab.
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  return (
    <Dialog
      alert
      size="s"
      title={login.again}
      submit={login.logIn}
      onSubmit={() => logInAgain(client, password)}
      footer={
        <a class="login-again-forgotten" href="/accounts/password/reset/" target="_blank" rel="noopener">
          {login.forgotten}
        </a>
      }
    >
      <p>{login.nothingLost}</p>
      <Field
        label={login.email}
        type="email"
        value={delivery_email}
        onInput={() => {}}
        readOnly
        autocomplete="username"
      />
      <Field
        label={login.password}
        type="password"
        value={password}
        onInput={setPassword}
        required
        autofocus
        autocomplete="current-password"
      />
    </Dialog>
  );
}
