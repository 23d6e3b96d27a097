import { keysWords } from "../../../words/help.ts";
import "./bots.css";
import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import type { Bot } from "../../../model/people/bots.ts";
import { Icon, type IconName } from "../../../parts/icon.tsx";
import { Time } from "../../../parts/indicators/time.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { fileSize } from "../../../words/file-size.ts";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";
import { loadOffers } from "../offers.ts";
import { showMessage } from "../show-message.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { type Delivery, deliveriesOf, inLines, payloadOf } from "./deliveries.ts";

/** Interval for reloading the log while it is shown, because there are no events for deliveries. */
const EVERY_MS = 4000;

interface DeliveryLogProps {
  readonly bot: Bot;
  /** URL of the section that lists the bot. */
  readonly within: string;
}

export function DeliveryLog({ bot, within }: DeliveryLogProps) {
  const client = useClient();
  const loaded = useLoaded(() => deliveriesOf(client, bot.user_id));
  const offers = useLoaded(() => loadOffers(client));
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === "visible" && !loaded.isLoading()) void loaded.load();
    };
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const w = webhooksWords();
  return (
    <WhenLoaded of={loaded}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Empty icon="webhook" title={w.none} text={w.noneText}>
            <a class="button button-plain" href={settingsAddress("integrations")}>
              {keysWords().actions.integrations}
            </a>
          </Empty>
        ) : (
          <>
            <p class="settings-note">{w.deliveries}</p>
            <ul class="deliveries" aria-label={w.tabs.deliveries}>
              {deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  {...{ bot, delivery, within }}
                  title={offers.value?.find(({ name }) => name === delivery.integration)?.title}
                />
              ))}
            </ul>
          </>
        )
      }
    </WhenLoaded>
  );
}

type DeliveryStatus = keyof ReturnType<typeof webhooksWords>["outcomes"];

const ICONS: Readonly<Record<DeliveryStatus, IconName>> = {
  sent: "circle-check",
  silent: "minus",
  repeated: "history",
  unsupported: "info",
  refused: "circle-alert",
  identity: "info",
};

function isOutcome(outcome: string): outcome is DeliveryStatus {
  return outcome in ICONS;
}

interface RowProps extends DeliveryLogProps {
  readonly delivery: Delivery;
  readonly title: string | undefined;
}

function DeliveryRow({ bot, delivery, title, within }: RowProps) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const w = webhooksWords();
  const hints: Readonly<Record<string, string>> = w.outcomeHints;
  const { outcome, problem, integration, event, message_ids: messages } = delivery;
  const [first] = messages;
  const known = isOutcome(outcome) ? outcome : "refused";
  return (
    <li class={`delivery delivery-${known}`}>
      <Icon name={ICONS[known]} size={18} />
      <div class="delivery-text">
        <p class="delivery-head">
          <span class="delivery-outcome">{w.outcomes[known]}</span>
          <span class="delivery-what">
            {title ?? integration}
            {event !== null && ` · ${event}`}
          </span>
          <Time at={delivery.received_at} as="relative" class="delivery-time" />
        </p>
        {(problem !== null || hints[outcome] !== undefined) && (
          <p class={outcome === "refused" ? "delivery-problem" : "settings-note"}>{problem ?? hints[outcome]}</p>
        )}
        <p class="delivery-tools">
          {first !== undefined && (
            <button type="button" class="delivery-link" onClick={() => void showMessage(client, first)}>
              {w.showMessages(messages.length)}
            </button>
          )}
          {delivery.has_payload ? (
            <button type="button" class="delivery-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? w.hidePayload : w.showPayload}
            </button>
          ) : (
            <span class="settings-note">{w.noPayload(fileSize(delivery.size))}</span>
          )}
          {delivery.has_payload && integration === "template" && (
            <a href={settingsAddress(`${within}/${bot.user_id}/template/${delivery.id}`)}>{w.useForTemplate}</a>
          )}
        </p>
        {isOpen && <Payload bot={bot.user_id} delivery={delivery.id} />}
      </div>
    </li>
  );
}

function Payload({ bot, delivery }: { readonly bot: number; readonly delivery: number }) {
  const client = useClient();
  const loaded = useLoaded(async () => inLines((await payloadOf(client, bot, delivery)) ?? ""));
  return (
    <WhenLoaded of={loaded}>
      {(text) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long payload is scrolled with the keys
        <pre class="delivery-payload" tabIndex={0}>
          {text}
        </pre>
      )}
    </WhenLoaded>
  );
}
