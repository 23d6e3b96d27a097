import type { Markup } from "../../../markup/index.ts";
import type { ErrorShape } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { RenderedDelivery } from "./render/render-delivery.ts";
import type { Signature } from "./signature.ts";

/** A delivery as the Worker hands it to the realm. */
export interface PreparedDelivery {
  readonly integration: string;
  readonly title: string;
  readonly rendered: RenderedDelivery;
  /** The parsed texts of the messages, in their order. */
  readonly markup: readonly Markup[];
  /** Names the delivery among all that the bot gets; null where its service gives no ids. */
  readonly deliveryKey: string | null;
  readonly signature: Signature | null;
  readonly payload: string;
  readonly client: string;
}

type DeliveryStatus = "sent" | "silent" | "repeated" | "unsupported" | "refused" | "identity";

/** The result of a delivery. A refusal is told here, and not thrown: what is written about it has to stay. */
export interface Delivered {
  readonly outcome: DeliveryStatus;
  readonly event?: string | null;
  readonly messages?: readonly MessageId[];
  readonly error?: ErrorShape;
  /** The note for the bot's owner. */
  readonly note?: string | null;
}
