import type { Client } from "../../../../client/client.ts";
import type { User } from "../../../../model/state.ts";
import { Button } from "../../../../parts/button.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../../parts/overlays/overlays.tsx";
import { appWords } from "../../../../words/app.ts";
import { usersWords } from "../../../../words/settings/organization/users.ts";
import { withFreshLogin } from "../../../login-again/with-fresh-login.tsx";
import { CopyField } from "../../copy-field.tsx";

/** Makes a link with which someone who forgot their password can set another, on a server that sends no email. */
export function ResetPassword({ client, user }: { readonly client: Client; readonly user: User }) {
  const w = usersWords();
  const make = async () => {
    const path = `/users/${user.user_id}/password_link`;
    const made = await withFreshLogin(client, () => client.api.post<{ url: string }>(path));
    if (made === undefined) return false;
    client.show(<PasswordLink name={user.full_name} url={made.url} />);
    return true;
  };
  return (
    <Dialog title={w.passwordTitle(user.full_name)} submit={w.passwordAction} onSubmit={make}>
      <ul class="people-consequences">
        {w.passwordText.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p class="settings-note">{w.passwordCare}</p>
    </Dialog>
  );
}

/** Shows the link, which cannot be shown again. */
function PasswordLink({ name, url }: { readonly name: string; readonly url: string }) {
  const close = useClose();
  const w = usersWords();
  return (
    <Dialog
      alert
      title={w.passwordMade(name)}
      footer={
        <Button kind="primary" onClick={close}>
          {appWords().done}
        </Button>
      }
    >
      <CopyField label={w.passwordLink} value={url} hint={w.passwordLinkHint} />
    </Dialog>
  );
}
