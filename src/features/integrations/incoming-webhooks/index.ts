import { feature } from "../../../feature.ts";
import { webhookArchive } from "./archive.ts";
import {
  getDeliveriesEndpoint,
  getDeliveryEndpoint,
  getIntegrationSampleEndpoint,
  getIntegrationsEndpoint,
  getWebhookSettingsEndpoint,
  integrationsSlice,
  tryTemplateEndpoint,
  updateWebhookSettingsEndpoint,
} from "./endpoints.ts";
import {
  probeWebhookEndpoint,
  receiveAsSlackEndpoint,
  receiveDeliveryEndpoint,
  receiveForTemplateEndpoint,
  receiveFromSlackEndpoint,
} from "./receive-delivery.ts";
import { schema } from "./rows.ts";

/** Incoming webhooks: deliveries of other services become messages of bots. */
export const incomingWebhooks = feature({
  name: "incoming-webhooks",
  schema,
  archive: webhookArchive,
  endpoints: [
    receiveDeliveryEndpoint,
    receiveForTemplateEndpoint,
    receiveFromSlackEndpoint,
    receiveAsSlackEndpoint,
    probeWebhookEndpoint,
    getIntegrationsEndpoint,
    getIntegrationSampleEndpoint,
    getWebhookSettingsEndpoint,
    updateWebhookSettingsEndpoint,
    tryTemplateEndpoint,
    getDeliveriesEndpoint,
    getDeliveryEndpoint,
  ],
  state: [integrationsSlice],
});
