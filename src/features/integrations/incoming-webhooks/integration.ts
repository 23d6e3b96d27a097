import type { Widget } from "../../messages/widgets/widget.ts";
import type { Payload } from "./render/payload.ts";
import type { SignatureForm } from "./signature.ts";

/** A service whose events become messages (webhooks.md 4): a file in `services`, with samples in the tests. */
export interface Integration {
  /** Path segment of the integration: `/api/v1/external/NAME`. */
  readonly name: string;
  readonly title: string;
  /** Event names for filters. Events without a name are never filtered. */
  readonly events?: readonly string[];
  /** Query parameters that the integration reads in addition to the common ones. */
  readonly options?: readonly string[];
  /** Header with the delivery id that identifies repetitions, or a field of the payload (`payload:id`). */
  readonly deliveryId?: string;
  /** Format of the service's signature, if not X-Hub-Signature-256. */
  readonly signature?: SignatureForm;
  /** Whether the service escapes the parameters `stream` and `topic` twice. */
  readonly escapesTwice?: boolean;
  /** Whether users write its payloads by hand, so that unreadable ones are reported only to the sender. */
  readonly readsAnything?: boolean;
  /** Whether the integration also reads XML, as an object. */
  readonly takesXml?: boolean;
  /** Whether its payload can be in the query parameter `payload`. */
  readonly payloadInAddress?: boolean;
  /** Whether responses have the format that Slack clients expect. */
  readonly answersAsSlack?: boolean;
  /**
   * Converts a delivery to messages; none if there is nothing to report. Payload readers throw for unreadable payloads.
   * Throws UnsupportedEvent for events that the integration doesn't support.
   */
  render(delivery: ReceivedDelivery): RenderResult;
  /** Names to request from the service's API, for use by `nameOf`. */
  lookUps?(delivery: Pick<ReceivedDelivery, "payload" | "option">): readonly LookUp[];
  /** Additional fields in the response to the service. */
  reply?(payload: Payload): Readonly<Record<string, string>>;
  /** A delivery that creates a message, for testing a URL. */
  readonly sample: DeliverySample;
}

/** A query to a service's API for the name of something that a delivery refers to only by id. */
export interface LookUp {
  readonly id: string;
  readonly url: string;
  readonly token: string;
  /** Response fields that can contain the name. The first nonempty one is used. */
  readonly fields: readonly string[];
}

/** A sample delivery that users can send themselves. It has no id, so it can be sent repeatedly. */
export interface DeliverySample {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type RenderResult = WebhookMessage | readonly WebhookMessage[] | typeof SILENT | typeof IDENTITY;
export const SILENT = "silent";
/** Result for a service that requests the bot's identity. */
export const IDENTITY = "identity";

/**
 * Buttons or a form for users to answer the bot. The bot's name, which clients without buttons have to mention, isn't
 * known yet.
 */
export interface Offered {
  readonly buttons?: readonly { readonly label: string }[];
  readonly form?: { readonly fields: readonly object[]; readonly submit: string };
}

export interface WebhookMessage {
  readonly event?: string;
  readonly topic: string;
  readonly content: string;
  readonly offered?: Offered;
  /** Created from `offered` if the bot can receive presses. */
  readonly widget?: Widget;
  /** Channel name that overrides the one in the URL. */
  readonly channel?: string;
}

export interface ReceivedDelivery {
  readonly payload: Payload;
  /** Returns a header, or "" if it is missing. */
  header(name: string): string;
  /** Returns the header with the event type. Throws MissingHeader if it is missing. */
  eventHeader(name: string): string;
  /** Returns a query parameter, or "". */
  option(name: string): string;
  /** Whether the text must name its subject, because the message doesn't get its own topic. */
  readonly namesSubject: boolean;
  /** Returns the name that was looked up for an id, or the id itself if there is none. */
  nameOf(id: string): string;
}

/** Thrown for a service's event that the integration has no message for. */
export class UnsupportedEvent extends Error {
  constructor(readonly event: string) {
    super(event);
  }
}

/** Returns a table's entry for an event. Throws UnsupportedEvent, with the service's name for it, if there is none. */
export function entryFor<T>(entries: Readonly<Record<string, T>>, event: string, said = event): T {
  const entry = Object.hasOwn(entries, event) ? entries[event] : undefined;
  if (entry === undefined) throw new UnsupportedEvent(said);
  return entry;
}

export class MissingHeader extends Error {
  constructor(readonly header: string) {
    super(header);
  }
}

/** Thrown to refuse a payload, with the same text as in Zulip. */
export class RefusedPayload extends Error {}

export const integration = (definition: Integration): Integration => definition;

export const jsonSample = (payload: object, headers: Readonly<Record<string, string>> = {}): DeliverySample => ({
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(payload),
});

export const formSample = (fields: Readonly<Record<string, string>>): DeliverySample => ({
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

export const configured = (title: string, by = ""): string =>
  `${title} webhook has been successfully configured${by === "" ? "" : ` by ${by}`}.`;

/** Maximum messages per delivery. The last one contains the rest. */
const MAX_MESSAGES = 20;

export function gathered(messages: readonly WebhookMessage[], topic: string): readonly WebhookMessage[] {
  if (messages.length <= MAX_MESSAGES) return messages;
  const more = messages.slice(MAX_MESSAGES - 1);
  const content = more.map((message) => message.content).join("\n\n");
  const event = more[0]?.event;
  const isOfOne = more.every((message) => message.event === event);
  return [...messages.slice(0, MAX_MESSAGES - 1), { ...(event !== undefined && isOfOne && { event }), topic, content }];
}

/** Reads a message that the person who configured the service composed: `topic` (or `subject`) and `content`. */
export function writtenMessage(payload: Payload): WebhookMessage {
  const isText = (name: string) => !payload.has(name) || typeof payload.at(name).value === "string";
  if (!["topic", "subject", "content"].every(isText)) throw new RefusedPayload("Malformed payload");
  const topic = payload.oneOf(["topic", "subject"], "");
  const content = payload.text("content", "");
  if (topic === "") throw new RefusedPayload("Topic can't be empty");
  if (content.trim() === "") throw new RefusedPayload("Content can't be empty");
  return { topic, content };
}
