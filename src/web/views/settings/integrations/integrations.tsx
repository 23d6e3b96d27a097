import { BackLink } from "../entry.tsx";
import "./integrations.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import {
  CATEGORIES,
  type Category,
  categoryOf,
  type Offer,
  type WebhookChoice,
} from "../../../model/integrations/integration.ts";
import { canMakeBots } from "../../../model/people/permissions.ts";
import { SearchField } from "../../../parts/fields/field.tsx";
import { lazyView } from "../../../parts/lazy-view.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { type KeyedBot, ownBots } from "../bots/make-bot.ts";
import { described, loadOffers } from "../offers.ts";
import type { SectionProps } from "../section.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { BotStep } from "./bot-step.tsx";
import { MadeWebhook } from "./made-webhook.tsx";
import { DestinationStep, EventsStep, OptionsStep, Step } from "./steps.tsx";

/** Services whose events become messages. If the URL names a service, its setup is shown instead. */
export function Integrations({ path: [name] }: SectionProps) {
  const client = useClient();
  const state = client.watch("users", "realm", "groups", "account");
  const loaded = useLoaded(() => loadOffers(client));
  const w = integrationsWords();
  if (!canMakeBots(state) && ownBots(state).length === 0)
    return <Empty icon="blocks" title={w.mayNot} text={w.mayNotText} />;
  return (
    <WhenLoaded of={loaded}>
      {(offers) => {
        if (name === undefined) return <Gallery offers={offers} />;
        const offer = offers.find((one) => one.name === name);
        if (offer !== undefined) return <Guide key={name} offer={offer} />;
        return (
          <Empty icon="blocks" title={w.unknown} text={w.unknownText}>
            <a class="button button-plain" href={settingsAddress("integrations")}>
              {w.all}
            </a>
          </Empty>
        );
      }}
    </WhenLoaded>
  );
}

/** Placeholder for marks that are loading or can't be loaded. */
const NoMark = () => <span class="service-mark" />;

const ServiceMark = lazyView(async () => (await import("./service-mark.tsx")).ServiceMark, {
  Waiting: NoMark,
  Missing: NoMark,
});

function Gallery({ offers }: { readonly offers: readonly Offer[] }) {
  const [search, setSearch] = useState("");
  const w = integrationsWords();
  const wanted = search.trim().toLowerCase().split(/\s+/);
  const fits = (offer: Offer) => {
    const text = `${offer.title} ${offer.name} ${described(offer).about} ${w.categories[categoryOf(offer.category)]}`;
    return wanted.every((word) => text.toLowerCase().includes(word));
  };
  const found = offers.filter(fits);
  return (
    <section class="setting-group" aria-label={w.all}>
      <p class="settings-note">{w.lead}</p>
      <SearchField label={w.rows.search} value={search} onInput={setSearch} />
      {found.length === 0 && (
        <Empty icon="search" title={w.nothing} text={w.nothingText}>
          <a class="button button-plain" href={settingsAddress("integrations/template")}>
            {w.useTemplate}
          </a>
        </Empty>
      )}
      {CATEGORIES.map((category) => (
        <Group
          key={category}
          category={category}
          offers={found.filter((one) => categoryOf(one.category) === category)}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  readonly category: Category;
  readonly offers: readonly Offer[];
}

function Group({ category, offers }: GroupProps) {
  if (offers.length === 0) return null;
  const name = integrationsWords().categories[category];
  return (
    <section aria-label={name}>
      <h2 class="gallery-title">{name}</h2>
      <ul class="gallery">
        {offers.map((offer) => (
          <li key={offer.name}>
            <a class="gallery-card" href={settingsAddress(`integrations/${offer.name}`)}>
              <ServiceMark offer={offer} />
              <span class="gallery-text">
                <span class="gallery-name">{offer.title}</span>
                <span class="gallery-about">{described(offer).about}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NOTHING_CHOSEN: WebhookChoice = {
  channel: undefined,
  topic: "",
  events: { mode: "all", names: [] },
  options: {},
};

/** Guides through an integration's setup: a bot, a destination for its messages, and a URL for the service. */
function Guide({ offer }: { readonly offer: Offer }) {
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
      <BackLink href={settingsAddress("integrations")} label={w.all} />
      <header class="guide-head">
        <ServiceMark offer={offer} />
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
