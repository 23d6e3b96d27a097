import { feature } from "../../../feature.ts";
import { webhookArchive } from "./archive.ts";
import { incomingWebhookEndpoints, integrationsSlice } from "./endpoints.ts";
import { deliveryEndpoints } from "./receive-delivery.ts";
import { schema } from "./rows.ts";

/** Incoming webhooks: deliveries of other services become messages of bots. */
export const incomingWebhooks = feature({
  name: "incoming-webhooks",
  schema,
  personal: {
    webhook_bots: { user: "user_id" },
    webhook_deliveries: { user: "bot_id" },
    webhook_delivery_ids: { user: "bot_id" },
  },
  archive: webhookArchive,
  endpoints: [...deliveryEndpoints, ...incomingWebhookEndpoints],
  state: [integrationsSlice],
});
