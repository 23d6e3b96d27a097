import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../../client/client.ts";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import type { Strength } from "../../../../password-strength.ts";
import { loginWords } from "../../../../words/screens.ts";
import { accountWords } from "../../../../words/settings/own/account.ts";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";

/** Asks for a new email address. It applies once the user confirms it with an email sent there. */
export function EmailDialog({ client }: { readonly client: Client }) {
  const [email, setEmail] = useState("");
  const w = accountWords();
  const address = email.trim();
  return (
    <Dialog
      title={w.changeEmail}
      size="s"
      submit={w.changeEmail}
      disabled={address === ""}
      onSubmit={async () => {
        const sent = await withFreshLogin(client, () => client.api.patch("/settings", { email: address }));
        if (sent === undefined) return false;
        client.toast({ text: w.emailSent(address) });
        return true;
      }}
    >
      <Field
        label={w.newEmail}
        hint={w.emailHint}
        type="email"
        autocomplete="email"
        autofocus
        required
        value={email}
        onInput={setEmail}
      />
    </Dialog>
  );
}

export function PasswordDialog({ client }: { readonly client: Client }) {
  const { password_min_length: least, password_max_length: most } = client.watch("realm");
  const [before, setBefore] = useState("");
  const [password, setPassword] = useState("");
  const strength = useStrength(client, password);
  const w = accountWords();
  return (
    <Dialog
      title={w.changePassword}
      size="s"
      submit={w.changePassword}
      disabled={before === "" || password.length < least || strength === "weak"}
      onSubmit={async () => {
        await client.api.patch("/settings", { old_password: before, new_password: password });
        client.toast({ text: w.passwordChanged });
      }}
      footer={<a href="/accounts/password/reset/">{loginWords().forgotten}</a>}
    >
      <Field
        label={w.oldPassword}
        type="password"
        autocomplete="current-password"
        autofocus
        required
        value={before}
        onInput={setBefore}
      />
      <Field
        label={w.newPassword}
        hint={
          <>
            {w.passwordHint(least)} <span role="status">{strength && w.passwordStrength[strength]}</span>
          </>
        }
        type="password"
        autocomplete="new-password"
        required
        maxLength={most}
        value={password}
        onInput={setPassword}
      />
    </Dialog>
  );
}

/**
 * URL of the program that rates passwords, which the server's pages use, too. Until it is loaded, no strength is shown.
 */
const PROGRAM = "/password.js";

type Program = typeof import("../../../../password-strength.ts");

/**
 * Returns the strength of a password for the user's own account, or undefined if none is entered or the program isn't
 * loaded.
 */
function useStrength(client: Client, password: string): Strength | undefined {
  const [program, setProgram] = useState<Program>();
  const { password_min_guesses: least, realm_name, full_name, delivery_email } = client.watch("realm", "account");
  useEffect(() => {
    // Failures are ignored, because the server checks the password too.
    import(PROGRAM).then(setProgram, () => {});
  }, []);
  if (password === "") return undefined;
  return program?.strengthOf(password, least, [realm_name, full_name, delivery_email]);
}
