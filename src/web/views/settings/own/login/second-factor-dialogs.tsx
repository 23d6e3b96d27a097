import { loginSecurityWords } from "../../../../words/settings/own/login-security.ts";
import "../own.css";
import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { Button } from "../../../../parts/button.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../../parts/overlays/overlays.tsx";

export interface SecondFactorSecret {
  readonly secret: string;
  readonly qr: { readonly size: number; readonly path: string };
}

interface SetUpProps {
  readonly secret: SecondFactorSecret;
  readonly onDone: (codes: readonly string[]) => void;
}

/** Shows the secret for an app, and asks for the first code that the app makes of it. */
export function SetUpDialog({ secret: { secret, qr }, onDone }: SetUpProps) {
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
        label={w.code}
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

/** Shows new recovery codes, which cannot be shown again: the user has to store them. */
export function RecoveryCodesDialog({ codes }: { readonly codes: readonly string[] }) {
  const client = useClient();
  const w = loginSecurityWords();
  const close = useClose();
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    client.toast({ text: w.copied });
  };
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
        <Button onClick={() => void copy()}>{w.copy}</Button>
        <Button onClick={() => download(w.fileName, text)}>{w.download}</Button>
        <Button onClick={() => print()}>{w.print}</Button>
      </div>
    </Dialog>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
