import { loginSecurityWords } from "../../../../words/settings/own/login-security.ts";
import "../own.css";
import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { Button } from "../../../../parts/button.tsx";
import { tellError } from "../../../../parts/error-text.ts";
import { confirm } from "../../../../parts/overlays/confirm.tsx";
import { Time } from "../../../../parts/signs/time.tsx";
import { attemptWithLogin } from "../../../login-again/with-fresh-login.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { RecoveryCodesDialog, type SecondFactorSecret, SetUpDialog } from "./second-factor-dialogs.tsx";

interface SecondFactor {
  readonly second_factor: { readonly since: number; readonly recovery_codes_left: number } | null;
  readonly is_required: boolean;
}

/** The second factor besides the password: off, or on with its recovery codes. */
export function SecondFactorGroup() {
  const client = useClient();
  const [state, setState] = useState<SecondFactor>();
  const w = loginSecurityWords();
  const load = () =>
    client.api.get<SecondFactor>("/users/me/second_factor").then(setState, (error) => tellError(client, error));
  useEffect(() => void load(), []);
  const factor = state?.second_factor;
  return (
    <>
      <SettingGroup title={w.rows.secondFactor} hint={w.secondFactorHint}>
        {state?.is_required && <p class="settings-note">{w.required}</p>}
        {factor === null && (
          <div>
            <Button onClick={() => void setUp(client, load)}>{w.setUp}</Button>
          </div>
        )}
        {factor != null && (
          <>
            <p>
              {w.isOn} <Time at={factor.since} as="day" />.
            </p>
            <div>
              <Button onClick={() => void turnOff(client).then(load)}>{w.turnOff}</Button>
            </div>
          </>
        )}
      </SettingGroup>
      {factor != null && (
        <SettingGroup title={w.rows.recoveryCodes} hint={w.codesHint}>
          <p>{w.codesLeft(factor.recovery_codes_left)}</p>
          <div>
            <Button onClick={() => void renewCodes(client, load)}>{w.newCodes}</Button>
          </div>
        </SettingGroup>
      )}
    </>
  );
}

async function setUp(client: Client, onDone: () => Promise<void>): Promise<void> {
  const secret = await attemptWithLogin(client, () => client.api.post<SecondFactorSecret>("/users/me/second_factor"));
  if (secret === undefined) return;
  const showCodes = (codes: readonly string[]) => {
    void onDone();
    client.show(<RecoveryCodesDialog codes={codes} />);
  };
  client.show(<SetUpDialog secret={secret} onDone={showCodes} />);
}

async function turnOff(client: Client): Promise<void> {
  const w = loginSecurityWords();
  if (!(await confirm({ title: w.turnOffQuestion, text: w.turnOffText, action: w.turnOff, danger: true }))) return;
  const done = await attemptWithLogin(client, () => client.api.delete("/users/me/second_factor"));
  if (done !== undefined) client.toast({ text: w.turnedOff });
}

async function renewCodes(client: Client, onDone: () => Promise<void>): Promise<void> {
  const w = loginSecurityWords();
  if (!(await confirm({ title: w.newCodesQuestion, text: w.newCodesText, action: w.make }))) return;
  const made = await attemptWithLogin(client, () =>
    client.api.post<{ recovery_codes: string[] }>("/users/me/second_factor/recovery_codes"),
  );
  if (made === undefined) return;
  client.show(<RecoveryCodesDialog codes={made.recovery_codes} />);
  await onDone();
}
