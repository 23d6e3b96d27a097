import "./own.css";
import { type Client, useClient } from "../../../client/client.ts";
import { leaveBrowser } from "../../../client/session/log-out.ts";
import { me, roleOf } from "../../../model/people/profile.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { peopleWords } from "../../../words/people.ts";
import { accountWords } from "../../../words/settings/own/account.ts";
import { attempt } from "../../attempt.ts";
import { OwnErasure } from "../erasure/erasures.tsx";
import { rowHint, SettingGroup } from "../rows/setting-row.tsx";
import { EmailDialog, PasswordDialog } from "./login/login-dialogs.tsx";
import { LoginSecurity } from "./login/login-security.tsx";

/** The account: its email address and password, other ways to log in, and its deactivation. */
export function Account() {
  const client = useClient();
  const state = client.watch("account", "users", "realm");
  const own = me(state);
  const w = accountWords();
  const isEmailLocked = state.realm_email_changes_disabled && !state.is_admin;
  return (
    <>
      <SettingGroup title={w.login}>
        <Fact
          name={w.rows.email}
          value={state.delivery_email}
          action={w.changeEmail}
          locked={isEmailLocked ? w.emailLocked : undefined}
          onAction={() => client.show(<EmailDialog client={client} />)}
        />
        <Fact
          name={w.rows.password}
          value="••••••••"
          action={w.changePassword}
          locked={state.realm_password_auth_enabled ? undefined : w.passwordLocked}
          onAction={() => client.show(<PasswordDialog client={client} />)}
        />
        {own !== undefined && <Fact name={w.rows.role} value={peopleWords().roles[roleOf(own)]} />}
      </SettingGroup>
      <LoginSecurity />
      <SettingGroup title={w.end} hint={w.deactivateHint}>
        <div>
          <Button onClick={() => void deactivate(client)}>{w.rows.deactivate}</Button>
        </div>
      </SettingGroup>
      <OwnErasure />
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly action?: string;
  readonly locked?: string | undefined;
  readonly onAction?: () => void;
}

/** A value that isn't edited in its row, with a button that changes it. */
function Fact({ name, value, action, locked, onAction }: FactProps) {
  return (
    <div class="account-fact">
      <div>
        <p class="field-label setting-name">{name}</p>
        <p class="account-value">{value}</p>
        {locked !== undefined && <p class="field-hint">{rowHint(undefined, locked)}</p>}
      </div>
      {action !== undefined && onAction !== undefined && (
        <Button disabled={locked !== undefined} onClick={onAction}>
          {action}
        </Button>
      )}
    </div>
  );
}

async function deactivate(client: Client): Promise<void> {
  const w = accountWords();
  const question = { title: w.deactivateTitle, text: w.deactivateAsk, action: w.rows.deactivate, danger: true };
  if (!(await confirm(question))) return;
  await attempt(client, async () => {
    await client.api.delete("/users/me");
    await leaveBrowser();
  });
}
