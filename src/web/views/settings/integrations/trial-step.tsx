import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { type DeliverySample, deliverSample } from "../../../client/try-webhook.ts";
import { hashForRoute } from "../../../model/addresses/address.ts";
import { canSign, type Offer } from "../../../model/integrations/integration.ts";
import type { Message } from "../../../model/message.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { Icon } from "../../../parts/icon.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { placeOfMessage } from "../../place-of.ts";
import { DeliveredMessage } from "../bots/delivered-message.tsx";
import { deliveriesOf } from "../bots/deliveries.ts";
import type { KeyedBot } from "../bots/make-bot.ts";

interface TrialStepProps {
  readonly offer: Offer;
  readonly bot: KeyedBot;
  readonly url: string;
  readonly secret: string | undefined;
}

type Result =
  | { readonly kind: "arrived"; readonly message: Message | undefined }
  | { readonly kind: "silent" | "repeated" }
  | { readonly kind: "refused"; readonly why: string; readonly isUnsigned: boolean };

/** Delivers a sample event to the URL, and shows the outcome. */
export function TrialStep({ offer, bot, url, secret }: TrialStepProps) {
  const client = useClient();
  const [result, setResult] = useState<Result>();
  const w = integrationsWords();
  const needsSignature = secret !== undefined && canSign(offer);
  const cannotSign = needsSignature && !isSecureContext;
  const send = async () => {
    setResult(undefined);
    try {
      setResult(await tried(client, { offer, bot, url, secret: needsSignature ? secret : undefined }));
    } catch (error) {
      setResult({ kind: "refused", why: errorText(error), isUnsigned: false });
    }
  };
  return (
    <>
      <div>
        <Button icon="play" disabled={cannotSign} run={send}>
          {result === undefined ? w.send : w.sendAgain}
        </Button>
      </div>
      {cannotSign && <p class="settings-note">{w.insecure}</p>}
      <div role="status" class="guide-result">
        {result !== undefined && <ResultView result={result} />}
      </div>
    </>
  );
}

function ResultView({ result }: { readonly result: Result }) {
  const state = useClient().watch("channels", "users", "account");
  const w = integrationsWords();
  if (result.kind === "refused")
    return (
      <>
        <p class="guide-verdict guide-verdict-bad">
          <Icon name="circle-alert" /> <span>{w.refused(result.why)}</span>
        </p>
        {result.isUnsigned && <p class="settings-note">{w.unsigned}</p>}
      </>
    );
  if (result.kind !== "arrived")
    return (
      <p class="guide-verdict">
        <Icon name="info" /> <span>{w[result.kind]}</span>
      </p>
    );
  const { message } = result;
  return (
    <>
      <p class="guide-verdict guide-verdict-good">
        <Icon name="circle-check" /> <span>{message === undefined ? w.arrivedHidden : w.arrived}</span>
      </p>
      {message !== undefined && (
        <>
          <DeliveredMessage
            sender={{ id: message.sender_id, name: message.sender_full_name }}
            channel={message.type === "stream" ? message.stream_id : undefined}
            topic={message.type === "stream" ? message.subject : undefined}
            html={message.content}
          />
          <p>
            <a href={hashForRoute(placeOfMessage(message, state.user_id), state)}>{w.showMessage}</a>
          </p>
        </>
      )}
    </>
  );
}

async function tried(
  client: Client,
  {
    offer,
    bot,
    url,
    secret,
  }: { readonly offer: Offer; readonly bot: KeyedBot; readonly url: string; readonly secret: string | undefined },
): Promise<Result> {
  const sample = await client.api.get<DeliverySample & Record<string, unknown>>(`/integrations/${offer.name}/sample`);
  const form = offer.signature;
  const signing = secret !== undefined && form !== null ? { form, secret } : undefined;
  const refusal = await deliverSample(url, sample, signing);
  if (refusal !== undefined) {
    const { has_secret } = await client.api.get<{ has_secret: boolean }>(`/bots/${bot.user_id}/webhook`);
    return { kind: "refused", why: refusal, isUnsigned: has_secret && signing === undefined };
  }
  const [last] = await deliveriesOf(client, bot.user_id);
  if (last === undefined || last.outcome === "silent") return { kind: "silent" };
  if (last.outcome === "repeated") return { kind: "repeated" };
  if (last.outcome !== "sent") return { kind: "refused", why: last.problem ?? last.outcome, isUnsigned: false };
  const [id] = last.message_ids;
  if (id === undefined) return { kind: "silent" };
  return { kind: "arrived", message: await messageOf(client, id) };
}

/** Loads a message, or returns undefined if the user can't read it. */
async function messageOf(client: Client, id: number): Promise<Message | undefined> {
  const path = `/messages/${id}`;
  const asked = client.api.get<{ message: Message }>(path, { allow_empty_topic_name: true });
  return asked.then(
    ({ message }) => message,
    () => undefined,
  );
}
