import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { makesSecret, type Offer } from "../../../model/integrations/integration.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { attempt } from "../../attempt.ts";
import { newSecret, saveSecret } from "../bots/webhook-secret.ts";
import { CopyField } from "../copy-field.tsx";
import type { KeyedBot } from "./make-bot.ts";

interface SignatureStepProps {
  readonly offer: Offer;
  readonly bot: KeyedBot;
  /** The secret that was made on this page. */
  readonly secret: string | undefined;
  readonly onSecret: (secret: string | undefined) => void;
}

/** Sets a secret with which the service signs its deliveries to the bot. It is made here, or by the service. */
export function SignatureStep({ offer, bot, secret, onSecret }: SignatureStepProps) {
  const client = useClient();
  const [typed, setTyped] = useState("");
  const w = integrationsWords();
  const save = async (value: string) => {
    if (!(await attempt(client, () => saveSecret(client, bot.user_id, value)))) return;
    onSecret(value === "" ? undefined : value);
    if (value !== "") client.toast({ text: w.secretSaved });
  };
  if (makesSecret(offer))
    return (
      <>
        <Field
          label={w.secretFrom(offer.title)}
          hint={w.secretShared}
          value={typed}
          onInput={setTyped}
          spellcheck={false}
          autocomplete="off"
          maxLength={200}
        />
        <div class="settings-actions">
          <Button disabled={typed.trim() === "" || typed.trim() === secret} onClick={() => void save(typed.trim())}>
            {w.saveSecret}
          </Button>
          {secret !== undefined && <Button onClick={() => void save("")}>{w.removeSecret}</Button>}
        </div>
      </>
    );
  return (
    <>
      {secret !== undefined && <CopyField label={w.secret} value={secret} hint={w.secretOnce} />}
      <div class="settings-actions">
        {secret === undefined ? (
          <Button icon="key" onClick={() => void save(newSecret())}>
            {w.makeSecret}
          </Button>
        ) : (
          <Button onClick={() => void save("")}>{w.removeSecret}</Button>
        )}
      </div>
      <p class="settings-note">{w.secretShared}</p>
    </>
  );
}
