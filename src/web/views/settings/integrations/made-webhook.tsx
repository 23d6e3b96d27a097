import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { canSign, makesSecret, type Offer } from "../../../model/integrations/integration.ts";
import { type WebhookChoice, webhookUrl } from "../../../model/integrations/webhook-url.ts";
import { addressOf } from "../../../model/places/address.ts";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { CopyField } from "../copy-field.tsx";
import type { KeyedBot } from "./make-bot.ts";
import { described } from "./offers.ts";
import { SignatureStep } from "./signature-step.tsx";
import { Step } from "./step.tsx";
import { TrialStep } from "./trial-step.tsx";

interface MadeWebhookProps {
  readonly offer: Offer;
  readonly bot: KeyedBot;
  readonly choice: WebhookChoice;
  readonly isPlaced: boolean;
  readonly elementRef: Ref<HTMLElement>;
}

/** The steps that follow once the bot has a key: the address for the service, the setup there, and a test. */
export function MadeWebhook({ offer, bot, choice, isPlaced, elementRef }: MadeWebhookProps) {
  const state = useClient().watch("account");
  const [secret, setSecret] = useState<string>();
  const w = integrationsWords();
  const url = webhookUrl(offer, choice, { origin: location.origin, key: bot.key });
  const isTemplate = offer.name === "template";
  const botAt = (part: string) => addressOf({ view: "settings", section: `your-bots/${bot.user_id}/${part}` }, state);
  const signs = canSign(offer);
  return (
    <section ref={elementRef} class="guide-made" tabIndex={-1} aria-label={w.isMade}>
      <Step title={w.address} hint={w.addressHint}>
        {isPlaced ? <CopyField label={w.addressOf} value={url} hint={w.addressChanges} lines={3} /> : null}
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
