import type { Markup } from "../../../markup/index.ts";
import type { ErrorShape } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { RenderedDelivery } from "./render/render-delivery.ts";
import type { Signature } from "./signature.ts";

export interface PreparedDelivery {
  readonly integration: string;
  readonly title: string;
  readonly rendered: RenderedDelivery;
  /** Parsed texts of the messages, in order. */
  readonly markup: readonly Markup[];
  /** Identifies the delivery among all of the bot's deliveries; null if its service sends no ids. */
  readonly deliveryKey: string | null;
  readonly signature: Signature | null;
  readonly payload: string;
  readonly client: string;
}

type DeliveryStatus = "sent" | "silent" | "repeated" | "unsupported" | "refused" | "identity";

/** Result of a delivery. A refusal is returned instead of thrown, so that its log entry isn't rolled back. */
export interface Delivered {
  readonly outcome: DeliveryStatus;
  readonly event?: string | null;
  readonly messages?: readonly MessageId[];
  readonly error?: ErrorShape;
  readonly note?: string | null;
}
