import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import type { Bot } from "../../../model/state.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { confirm } from "../../../parts/overlays/confirm.tsx";
import { appWords } from "../../../words/app.ts";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { attempt } from "../../attempt.ts";
import { copyText } from "../../message/copy-text.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { newSecret, saveSecret } from "./webhook-secret.ts";

/** Sets or removes the secret with which services have to sign their deliveries to a bot. */
export function SignatureSettings({ bot }: { readonly bot: Bot }) {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<{ has_secret: boolean }>(`/bots/${bot.user_id}/webhook`));
  const [secret, setSecret] = useState("");
  const w = webhooksWords();
  const save = async (value: string) => {
    if (!(await attempt(client, () => saveSecret(client, bot.user_id, value)))) return;
    loaded.change((settings) => ({ ...settings, has_secret: value !== "" }));
    client.toast({ text: value === "" ? w.removed : w.saved });
  };
  const remove = async () => {
    const question = { title: w.removeAsk, text: w.removeText, action: w.removeDo, danger: true };
    if (await confirm(question)) await save("");
  };
  return (
    <WhenLoaded of={loaded}>
      {({ has_secret }) => (
        <div class="webhook-form">
          <p class="settings-note">{w.signatureHint}</p>
          <p class="webhook-state" role="status">
            <Icon name="lock" /> {has_secret ? w.hasSecret : w.noSecret}
          </p>
          <Field
            label={w.newSecret}
            hint={w.newSecretHint}
            value={secret}
            onInput={setSecret}
            spellcheck={false}
            autocomplete="off"
            maxLength={200}
          />
          <div class="settings-actions">
            <Button kind="primary" disabled={secret.trim() === ""} onClick={() => void save(secret.trim())}>
              {w.save}
            </Button>
            {secret === "" ? (
              <Button icon="key" onClick={() => setSecret(newSecret())}>
                {w.make}
              </Button>
            ) : (
              <Button icon="copy" onClick={() => void copyText(client, secret)}>
                {appWords().copy}
              </Button>
            )}
            {has_secret && <Button onClick={() => void remove()}>{w.remove}</Button>}
          </div>
        </div>
      )}
    </WhenLoaded>
  );
}
