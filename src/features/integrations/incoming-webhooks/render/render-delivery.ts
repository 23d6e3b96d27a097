import type { Delivery } from "../../../../api/delivery.ts";
import type { ErrorShape } from "../../../../protocol/errors.ts";
import { tryForeignJson } from "../../../../util/foreign-json.ts";
import {
  IDENTITY,
  type Integration,
  MissingHeader,
  type ReceivedDelivery,
  RefusedPayload,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../integration.ts";
import { type EventFilter, isWanted } from "./event-filter.ts";
import { MalformedPayload, Payload } from "./payload.ts";
import { parseXml } from "./xml.ts";

/** A converted delivery, independent of the organization. */
export type RenderedDelivery =
  | { readonly kind: "messages"; readonly messages: readonly WebhookMessage[]; readonly event: string | null }
  | { readonly kind: "unsupported"; readonly event: string }
  | { readonly kind: "identity" }
  | {
      readonly kind: "refused";
      readonly error: ErrorShape;
      /** Note about the delivery for the bot's owner; null if no action is needed. */
      readonly note: string | null;
      /** An internal error of the integration, for the log. */
      readonly cause?: unknown;
    };

export interface DeliveryOptions {
  readonly filter: EventFilter;
  readonly namesSubject: boolean;
  readonly names?: ReadonlyMap<string, string>;
}

const MAX_MESSAGES = 20;

/** Converts a delivery to messages. Never throws, regardless of the payload. */
export function renderDelivery(
  integration: Integration,
  delivery: Delivery,
  options: DeliveryOptions,
): RenderedDelivery {
  const payload = payloadOf(delivery, integration);
  if (payload === undefined) return malformedJson(integration);
  try {
    const answer = integration.render(received(payload, delivery, options));
    if (answer === SILENT) return { kind: "messages", messages: [], event: null };
    if (answer === IDENTITY) return { kind: "identity" };
    const all = (Array.isArray(answer) ? answer : [answer]) as readonly WebhookMessage[];
    const messages = all.filter(({ event, content }) => isWanted(event, options.filter) && content.trim() !== "");
    return { kind: "messages", messages: messages.slice(0, MAX_MESSAGES), event: all[0]?.event ?? null };
  } catch (error) {
    return refusal(integration, error);
  }
}

function received(
  payload: Payload,
  { headers, query }: Delivery,
  { namesSubject, names }: DeliveryOptions,
): ReceivedDelivery {
  const header = (name: string) => headers.get(name) ?? "";
  return {
    payload,
    namesSubject,
    header,
    eventHeader(name) {
      const value = header(name);
      if (value === "") throw new MissingHeader(name);
      return value;
    },
    option: (name) => query.get(name) ?? "",
    nameOf: (id) => names?.get(id) ?? id,
  };
}

/**
 * Parses a delivery's payload: JSON, form fields, JSON in one of those, or another format its integration accepts.
 * Returns undefined if it is unreadable.
 */
export function payloadOf(
  { body, form, query }: Pick<Delivery, "body" | "form"> & Partial<Pick<Delivery, "query">>,
  { takesXml, payloadInAddress }: Pick<Integration, "takesXml" | "payloadInAddress"> = {},
): Payload | undefined {
  const inAddress = payloadInAddress === true ? query?.get("payload") : undefined;
  const hasOwn = form === null ? body.trim() !== "" : form.has("payload");
  if (inAddress !== undefined && !hasOwn) return parseJson(inAddress);
  // JSON never starts with `<`.
  if (form === null && takesXml === true && /^\uFEFF?\s*</.test(body)) {
    const value = parseXml(body);
    return value && new Payload(value);
  }
  if (form === null) return parseJson(body);
  const inField = form.get("payload") ?? form.get("json");
  if (inField !== undefined && /^\s*[{[]/.test(inField)) return parseJson(inField);
  return new Payload(Object.fromEntries(form));
}

function parseJson(text: string): Payload | undefined {
  const value = tryForeignJson(text);
  return value === undefined ? undefined : new Payload(value);
}

const malformedJson = ({ title, readsAnything, takesXml }: Integration): RenderedDelivery => ({
  kind: "refused",
  error: { code: "INVALID_JSON", msg: "Malformed JSON" },
  note: readsAnything
    ? null
    : `${title} has sent something that is not JSON${takesXml ? " or readable XML" : ""}. Check that it is set up to send JSON.`,
});

function refusal({ title, name }: Integration, error: unknown): RenderedDelivery {
  if (error instanceof UnsupportedEvent) return { kind: "unsupported", event: error.event.slice(0, 200) };
  if (error instanceof RefusedPayload)
    return { kind: "refused", error: { code: "BAD_REQUEST", msg: error.message }, note: null };
  if (error instanceof MissingHeader) {
    const { header } = error;
    return {
      kind: "refused",
      error: { code: "MISSING_HTTP_EVENT_HEADER", msg: `Missing the HTTP event header '${header}'`, extra: { header } },
      note: `A request has come to the address for ${title} without the header \`${header}\`. Is it from ${title}?`,
    };
  }
  const isMalformed = error instanceof MalformedPayload;
  const problem = isMalformed ? error.message.slice(0, 300) : "Its format isn't supported.";
  return {
    kind: "refused",
    error: {
      code: "ANOMALOUS_WEBHOOK_PAYLOAD",
      msg: `Unable to parse request: Did ${title} generate this event?`,
      extra: { webhook_name: name, problem },
    },
    note: `Couldn't read a request to the webhook URL for ${title}: ${problem}`,
    ...(isMalformed ? {} : { cause: error }),
  };
}
