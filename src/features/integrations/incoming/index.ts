import { feature } from "../../../feature.ts";
import { probeWebhookEndpoint, receiveDeliveryEndpoint } from "./receive-delivery.ts";
import { schema } from "./rows.ts";

/** Incoming webhooks: what other services deliver becomes messages of bots. */
export const incomingWebhooks = feature({
  name: "incoming-webhooks",
  schema,
  endpoints: [receiveDeliveryEndpoint, probeWebhookEndpoint],
});
