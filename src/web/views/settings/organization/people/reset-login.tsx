import type { Client } from "../../../../client/client.ts";
import type { User } from "../../../../model/state.ts";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { usersWords } from "../../../../words/settings/organization/users.ts";
import { withFreshLogin } from "../../../login-again/with-fresh-login.tsx";

/** Says what becomes of the login of someone who has lost their second factor, and asks whether to remove that. */
export function ResetLogin({ client, user }: { readonly client: Client; readonly user: User }) {
  const { realm_second_factor_required_role: lowest } = client.watch("realm");
  const w = usersWords();
  const submit = async () => {
    const done = await withFreshLogin(client, () => client.api.delete(`/users/${user.user_id}/second_factor`));
    if (done === undefined) return false;
    client.toast({ text: w.loginReset(user.full_name) });
    return true;
  };
  return (
    <Dialog alert title={w.resetTitle(user.full_name)} submit={w.resetAction} danger onSubmit={submit}>
      <ul class="people-consequences">
        {w.resetText.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>{lowest !== null && user.role <= lowest ? w.resetWanted : w.resetEnough}</li>
      </ul>
      <p class="settings-note">{w.resetCare}</p>
    </Dialog>
  );
}
