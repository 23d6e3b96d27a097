import { feature } from "../../../feature.ts";
import { webhookArchive } from "./archive.ts";
import { getDeliveriesEndpoint, getDeliveryEndpoint } from "./get-deliveries.ts";
import { getIntegrationSampleEndpoint } from "./get-integration-sample.ts";
import { getIntegrationsEndpoint } from "./get-integrations.ts";
import { getWebhookSettingsEndpoint } from "./get-webhook-settings.ts";
import {
  probeWebhookEndpoint,
  receiveDeliveryEndpoint,
  receiveForTemplateEndpoint,
  receiveFromSlackEndpoint,
} from "./receive-delivery.ts";
import { schema } from "./rows.ts";
import { integrationsSlice } from "./state.ts";
import { tryTemplateEndpoint } from "./try-template.ts";
import { updateWebhookSettingsEndpoint } from "./update-webhook-settings.ts";

/** Incoming webhooks: what other services deliver becomes messages of bots. */
export const incomingWebhooks = feature({
  name: "incoming-webhooks",
  schema,
  archive: webhookArchive,
  endpoints: [
    receiveDeliveryEndpoint,
    receiveForTemplateEndpoint,
    receiveFromSlackEndpoint,
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
