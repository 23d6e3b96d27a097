import { appWords } from "../../../../words/app.ts";
import { loginWords } from "../../../../words/screens.ts";
import "../own.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../../client/client.ts";
import { Button } from "../../../../parts/button.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../../parts/overlays/overlays.tsx";
import { loginSecurityWords } from "../../../../words/settings/own/login-security.ts";
import { copyText } from "../../../copy-text.ts";
import { attemptWithLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { download } from "../../download.ts";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";

interface SecondFactor {
  readonly second_factor: { readonly since: number; readonly recovery_codes_left: number } | null;
  readonly is_required: boolean;
}

/** The second factor in addition to the password: off, or on with its recovery codes. */
export function SecondFactorGroup() {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<SecondFactor>("/users/me/second_factor"));
  const w = loginSecurityWords();
  const { load } = loaded;
  const codesLeft = loaded.value?.second_factor?.recovery_codes_left;
  return (
    <>
      <SettingGroup title={w.rows.secondFactor} hint={w.secondFactorHint}>
        <WhenLoaded of={loaded}>
          {({ second_factor: factor, is_required }) => (
            <>
              {is_required && <p class="settings-note">{w.required}</p>}
              {factor !== null && (
                <p>
                  {w.isOn} <Time at={factor.since} as="day within" />.
                </p>
              )}
              <div>
                {factor === null ? (
                  <Button run={() => setUp(client, load)}>{w.setUp}</Button>
                ) : (
                  <Button onClick={() => void turnOff(client).then(load)}>{w.turnOff}</Button>
                )}
              </div>
            </>
          )}
        </WhenLoaded>
      </SettingGroup>
      {codesLeft !== undefined && (
        <SettingGroup title={w.rows.recoveryCodes} hint={w.codesHint}>
          <p>{w.codesLeft(codesLeft)}</p>
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

interface SecondFactorSecret {
  readonly secret: string;
  readonly qr: { readonly size: number; readonly path: string };
}

interface SetUpProps {
  readonly secret: SecondFactorSecret;
  readonly onDone: (codes: readonly string[]) => void;
}

/** Shows the secret for an authenticator app, and asks for the first code that the app generates. */
function SetUpDialog({ secret: { secret, qr }, onDone }: SetUpProps) {
  const client = useClient();
  const [code, setCode] = useState("");
  const w = loginSecurityWords();
  const confirm = async () => {
    const { recovery_codes } = await client.api.post<{ recovery_codes: string[] }>("/users/me/second_factor/confirm", {
      code,
    });
    onDone(recovery_codes);
  };
  return (
    <Dialog alert size="s" title={w.rows.secondFactor} submit={w.turnOn} onSubmit={confirm}>
      <p>{w.scan}</p>
      <svg class="second-factor-qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={w.qr}>
        <path d={qr.path} />
      </svg>
      <p class="settings-note">
        {w.type} <code class="second-factor-secret">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Field
        label={loginWords().code}
        hint={w.codeHint}
        value={code}
        onInput={setCode}
        maxLength={10}
        required
        autofocus
        autocomplete="one-time-code"
      />
    </Dialog>
  );
}

/** Shows new recovery codes. The user must store them, because they can't be shown again. */
function RecoveryCodesDialog({ codes }: { readonly codes: readonly string[] }) {
  const client = useClient();
  const w = loginSecurityWords();
  const close = useClose();
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog
      alert
      size="s"
      title={w.rows.recoveryCodes}
      footer={
        <Button kind="primary" onClick={close}>
          {w.kept}
        </Button>
      }
    >
      <p>{w.keepCodes}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="settings-actions">
        <Button onClick={() => void copyText(client, text)}>{appWords().copy}</Button>
        <Button onClick={() => download(w.fileName, text)}>{appWords().download}</Button>
        <Button onClick={() => print()}>{w.print}</Button>
      </div>
    </Dialog>
  );
}
