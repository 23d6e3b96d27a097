import type { Payload } from "./render/payload.ts";
import type { SignatureForm } from "./signature.ts";

/** A service whose events become messages (webhooks.md 4): one file in `services`, with its samples in the tests. */
export interface Integration {
  /** The integration's part of the address: `/api/v1/external/NAME`. */
  readonly name: string;
  readonly title: string;
  readonly category: Category;
  /** The names by which events can be filtered; what has no name is never filtered. */
  readonly events: readonly string[];
  /** Parameters of the address that it reads besides those of all integrations. */
  readonly options?: readonly string[];
  /** The header that tells a repeated delivery by its id, or the field of the payload (`payload:id`). */
  readonly deliveryId?: string;
  /** The form of the service's signature, where that is not X-Hub-Signature-256. */
  readonly signature?: SignatureForm;
  /** Whether senders escape the parameters `stream` and `topic` twice. */
  readonly escapesTwice?: boolean;
  /** Whether people write what it sends, so that what cannot be read is told to the sender alone. */
  readonly readsAnything?: boolean;
  /** Whether it reads XML too, as an object. */
  readonly takesXml?: boolean;
  /** Whether its payload may stand in the address, as its parameter `payload`. */
  readonly payloadInAddress?: boolean;
  /** Whether answers have the form that senders to Slack expect. */
  readonly answersAsSlack?: boolean;
  /**
   * Makes the messages of a delivery; none where there is nothing to say. What cannot be read is thrown by the readers;
   * UnsupportedEvent says that the service sends an event which is not known here.
   */
  render(delivery: ReceivedDelivery): RenderResult;
  /** The names that `nameOf` of a delivery knows: those that the service's own API has to be asked for. */
  lookUps?(delivery: Pick<ReceivedDelivery, "payload" | "option">): readonly LookUp[];
  /** The answer to the service, besides that its delivery has arrived. */
  reply?(payload: Payload): Readonly<Record<string, string>>;
  /** A delivery that makes a message, by which people try an address out. */
  readonly sample: DeliverySample;
}

/** A question to the API of a service: the name of something that a delivery names by its id alone. */
export interface LookUp {
  readonly id: string;
  readonly url: string;
  /** Proves to the API who asks. */
  readonly token: string;
  /** The fields of the answer that may have the name: the first one that has is taken. */
  readonly fields: readonly string[];
}

/** A delivery of a service as people can send it themselves: it has no id, so that it can be delivered again. */
export interface DeliverySample {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Category = "version control" | "issues" | "builds" | "monitoring" | "support" | "business" | "general";

type RenderResult = WebhookMessage | readonly WebhookMessage[] | typeof SILENT | typeof IDENTITY;
/** Nothing to say. */
export const SILENT = "silent";
/** The service asks who the bot is. */
export const IDENTITY = "identity";

export interface WebhookMessage {
  /** The name of the event, one of the integration's. */
  readonly event?: string;
  readonly topic: string;
  readonly content: string;
  /** The name of the channel that the delivery goes to, in place of the address's. */
  readonly channel?: string;
}

/** A delivery of a service, as an integration reads it. */
export interface ReceivedDelivery {
  readonly payload: Payload;
  /** A header, or "" where there is none. */
  header(name: string): string;
  /** The header that says which event it is; throws MissingHeader where there is none. */
  eventHeader(name: string): string;
  /** A parameter of the address, or "". */
  option(name: string): string;
  /** Whether the message's own topic is not shown, so that its text has to name what it is about. */
  readonly namesSubject: boolean;
  /** The name that was looked up for an id; the id itself where there is none. */
  nameOf(id: string): string;
}

/** An event that the service sends and nobody has made a message for. */
export class UnsupportedEvent extends Error {
  constructor(readonly event: string) {
    super(event);
    this.name = "UnsupportedEvent";
  }
}

export class MissingHeader extends Error {
  constructor(readonly header: string) {
    super(header);
    this.name = "MissingHeader";
  }
}

/** A refusal in the words that the protocol has for it. */
export class RefusedPayload extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RefusedPayload";
  }
}

export const integration = (definition: Integration): Integration => definition;

export const jsonSample = (payload: object, headers: Readonly<Record<string, string>> = {}): DeliverySample => ({
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(payload),
});

export const formSample = (fields: Readonly<Record<string, string>>): DeliverySample => ({
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

/** The message that answers a service's test. */
export const configured = (title: string, by = ""): string =>
  `${title} webhook has been successfully configured${by === "" ? "" : ` by ${by}`}.`;
