import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import {
  currentSession,
  isRenewed,
  isWrong,
  type Login,
  type LoginService,
  logInAgain,
  loginServices,
  lookForSession,
  renewLogin,
  wantsMore,
} from "../../client/session/log-in-again.ts";
import { isGivenUp, knowsPasskeys } from "../../client/session/passkeys.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { Field, FieldError } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { loginWords } from "../../words/screens.ts";
import "./login-again.css";

interface LoginAgainProps {
  /** Given if the user is logged in but must log in again for an action. Called with true if they have logged in. */
  readonly onRenewed?: (done: boolean) => void;
}

/**
 * Asks for the password or a passkey again, after the session ended or before a protected action. Logging in at an
 * external service opens a new tab, so that this page keeps its state.
 */
export function LoginAgain({ onRenewed }: LoginAgainProps) {
  const client = useClient();
  const close = useClose();
  const [password, setPassword] = useState("");
  /** The second factor, or undefined until the server asks for one. */
  const [code, setCode] = useState<string>();
  const [error, setError] = useState<string>();
  const login = loginWords();
  const { delivery_email, is_owner } = client.watch("account");
  const [services, setServices] = useState<readonly LoginService[]>([]);
  const { realm_password_auth_enabled: takesPasswords, realm_authentication_methods: methods } = client.watch("realm");
  // If an external service is the only way to log in, all methods are disabled, and only owners can also use a passkey.
  const takesPasskey = is_owner || Object.values(methods).some(({ enabled }) => enabled);
  useEffect(() => void loginServices(client).then(setServices), []);
  // Checks for a new session when the user returns to this tab, because they may have logged in at a service in another
  // tab.
  useEffect(() => {
    if (onRenewed === undefined) return;
    const former = currentSession(client).catch(() => undefined);
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const id = await former;
      if (id === undefined || !(await isRenewed(client, id).catch(() => false))) return;
      onRenewed(true);
      close();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  const isOver = onRenewed === undefined && client.connection.value.kind !== "logged-out";
  // The user logged in again in another tab.
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  const logIn = async (by: Login) => {
    if (onRenewed === undefined) return logInAgain(client, by);
    await renewLogin(client, by);
    onRenewed(true);
  };
  const submit = async () => {
    setError(undefined);
    try {
      await logIn({ password, code });
      return true;
    } catch (refusal) {
      if (isWrong(refusal)) {
        setError(login.wrong);
        return false;
      }
      if (!wantsMore(refusal, "SECOND_FACTOR_REQUIRED")) throw refusal;
      setCode("");
      return false;
    }
  };
  const usePasskey = async () => {
    setError(undefined);
    try {
      await logIn("passkey");
      close();
    } catch (refusal) {
      if (!isGivenUp(refusal)) setError(errorText(refusal));
    }
  };
  return (
    <Dialog
      alert
      size="s"
      title={onRenewed === undefined ? login.again : login.confirm}
      onClose={() => onRenewed?.(false)}
      {...(takesPasswords && {
        submit: login.logIn,
        onSubmit: submit,
        footer: (
          <a href="/accounts/password/reset/" target="_blank" rel="noopener">
            {login.forgotten}
          </a>
        ),
      })}
    >
      <p>{onRenewed === undefined ? login.nothingLost : login.toChange}</p>
      <Field
        label={login.email}
        type="email"
        value={delivery_email}
        onInput={() => {}}
        readOnly
        autocomplete="username"
      />
      {takesPasswords && (
        <Field
          label={login.password}
          type="password"
          value={password}
          onInput={setPassword}
          required
          autofocus
          autocomplete="current-password"
        />
      )}
      {code !== undefined && (
        <Field
          label={login.code}
          hint={login.codeHint}
          value={code}
          onInput={setCode}
          required
          autocomplete="one-time-code"
          elementRef={(field) => code === "" && field?.focus()}
        />
      )}
      <FieldError text={error} />
      {services.length > 0 && (
        <div class="login-again-services">
          {services.map(({ display_name, display_icon, login_url }) => (
            <a
              key={login_url}
              class="login-again-service"
              href={`${login_url}?next=/accounts/logged_in${onRenewed === undefined ? "" : "&fresh=true"}`}
              target="_blank"
              rel="noopener"
            >
              {display_icon && <img src={display_icon} alt="" width={18} height={18} />}
              {login.logInWith(display_name)}
            </a>
          ))}
        </div>
      )}
      {takesPasskey && knowsPasskeys() && (
        <Button wide run={usePasskey}>
          {login.passkey}
        </Button>
      )}
    </Dialog>
  );
}

/** Shown at the top of the page, initially with a dialog, once the session has ended. */
export function LoginNotice() {
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
