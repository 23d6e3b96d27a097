import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import {
  canSign,
  makesSecret,
  type Offer,
  type WebhookChoice,
  webhookUrl,
} from "../../../model/integrations/integration.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { attempt } from "../../attempt.ts";
import { newSecret, saveSecret } from "../bots/deliveries.ts";
import type { KeyedBot } from "../bots/make-bot.ts";
import { CopyField } from "../copy-field.tsx";
import { described } from "../offers.ts";
import { Step } from "./steps.tsx";
import { TrialStep } from "./trial-step.tsx";

interface MadeWebhookProps {
  readonly offer: Offer;
  readonly bot: KeyedBot;
  readonly choice: WebhookChoice;
  readonly isPlaced: boolean;
  readonly elementRef: Ref<HTMLElement>;
}

/** The steps after the bot has a key: the URL for the service, the setup there, and a test. */
export function MadeWebhook({ offer, bot, choice, isPlaced, elementRef }: MadeWebhookProps) {
  const [secret, setSecret] = useState<string>();
  const w = integrationsWords();
  const url = webhookUrl(offer, choice, { origin: location.origin, key: bot.key });
  const isTemplate = offer.name === "template";
  const botAt = (part: string) => settingsAddress(`your-bots/${bot.user_id}/${part}`);
  const signs = canSign(offer);
  return (
    <section ref={elementRef} class="guide-made" tabIndex={-1} aria-label={w.isMade}>
      <Step title={w.address} hint={w.addressHint}>
        {isPlaced ? <CopyField label={w.address} value={url} hint={w.addressChanges} lines={3} /> : null}
      </Step>
      <Step title={w.steps(offer.title)}>
        <ol class="guide-list">
          <li>{described(offer).where}</li>
          <li>{w.paste}</li>
          {signs && !makesSecret(offer) && <li>{w.pasteSecret}</li>}
          {offer.events.length > 1 && <li>{w.chooseThere}</li>}
          {isTemplate && (
            <li>
              {w.templateStep} <a href={botAt("template")}>{w.openTemplate}</a>
            </li>
          )}
        </ol>
      </Step>
      {signs && (
        <Step title={w.signature} hint={w.signatureHint(offer.title)}>
          <SignatureStep {...{ offer, bot, secret }} onSecret={setSecret} />
        </Step>
      )}
      <Step title={w.trial} hint={w.trialHint(offer.title)}>
        <TrialStep {...{ offer, bot, url, secret }} />
        <p class="settings-note">
          <a href={botAt("deliveries")}>{w.showLog}</a>
        </p>
      </Step>
    </section>
  );
}

interface SignatureStepProps {
  readonly offer: Offer;
  readonly bot: KeyedBot;
  /** The secret created on this page. */
  readonly secret: string | undefined;
  readonly onSecret: (secret: string | undefined) => void;
}

/** Sets the secret that the service uses to sign its deliveries. It is created here or by the service. */
function SignatureStep({ offer, bot, secret, onSecret }: SignatureStepProps) {
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
          <Button disabled={typed.trim() === "" || typed.trim() === secret} run={() => save(typed.trim())}>
            {w.saveSecret}
          </Button>
          {secret !== undefined && <Button run={() => save("")}>{w.removeSecret}</Button>}
        </div>
      </>
    );
  return (
    <>
      {secret !== undefined && <CopyField label={w.secret} value={secret} hint={w.secretOnce} />}
      <div class="settings-actions">
        {secret === undefined ? (
          <Button icon="key" run={() => save(newSecret())}>
            {w.makeSecret}
          </Button>
        ) : (
          <Button run={() => save("")}>{w.removeSecret}</Button>
        )}
      </div>
      <p class="settings-note">{w.secretShared}</p>
    </>
  );
}
