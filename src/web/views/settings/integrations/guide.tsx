import { useEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { categoryOf, type Offer } from "../../../model/integrations/integration.ts";
import type { WebhookChoice } from "../../../model/integrations/webhook-url.ts";
import { addressOf } from "../../../model/places/address.ts";
import { Icon } from "../../../parts/icon.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { BotStep } from "./bot-step.tsx";
import { CATEGORY_ICONS } from "./category-icon.ts";
import { DestinationStep } from "./destination-step.tsx";
import { EventsStep } from "./events-step.tsx";
import { MadeWebhook } from "./made-webhook.tsx";
import type { KeyedBot } from "./make-bot.ts";
import { described } from "./offers.ts";
import { OptionsStep } from "./options-step.tsx";
import { Step } from "./step.tsx";

const NOTHING_CHOSEN: WebhookChoice = {
  channel: undefined,
  topic: "",
  events: { mode: "all", names: [] },
  options: {},
};

/** Leads through the setup of an integration: a bot, a destination for its messages, and an address for the service. */
export function Guide({ offer }: { readonly offer: Offer }) {
  const client = useClient();
  const state = client.watch("account");
  const [choice, setChoice] = useState(NOTHING_CHOSEN);
  const [toChannel, setToChannel] = useState(true);
  const [bot, setBot] = useState<KeyedBot>();
  const made = useRef<HTMLElement>(null);
  const w = integrationsWords();
  const change = (part: Partial<WebhookChoice>) => setChoice((now) => ({ ...now, ...part }));
  const isPlaced = !toChannel || choice.channel !== undefined;
  useEffect(() => {
    if (bot === undefined) return;
    made.current?.scrollIntoView({ block: "start" });
    made.current?.focus({ preventScroll: true });
  }, [bot?.key]);
  return (
    <>
      <a class="settings-back" href={addressOf({ view: "settings", section: "integrations" }, state)}>
        <Icon name="arrow-left" size={14} />
        {w.all}
      </a>
      <header class="guide-head">
        <span class="gallery-sign">
          <Icon name={CATEGORY_ICONS[categoryOf(offer.category)]} size={20} />
        </span>
        <div>
          <h2 class="guide-title">{offer.title}</h2>
          <p class="settings-note">{described(offer).about}</p>
        </div>
      </header>
      <Step title={w.destination}>
        <DestinationStep
          {...{ choice, toChannel }}
          onChange={change}
          onToChannel={(is) => {
            setToChannel(is);
            if (!is) change({ channel: undefined });
          }}
        />
      </Step>
      {offer.events.length > 0 && (
        <Step title={w.events} hint={w.eventsHint}>
          <EventsStep names={offer.events} chosen={choice.events} onChange={(events) => change({ events })} />
        </Step>
      )}
      <OptionsStep offer={offer} values={choice.options} onChange={(options) => change({ options })} />
      <Step title={w.bot} hint={w.botHint}>
        <BotStep offer={offer} bot={bot} isReady={isPlaced} onMade={setBot} />
      </Step>
      {bot !== undefined && <MadeWebhook elementRef={made} {...{ offer, bot, choice }} isPlaced={isPlaced} />}
    </>
  );
}
