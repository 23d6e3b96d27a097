import { templateIntegration } from "../../template/template-integration.ts";

/** Webhook for any JSON, as it works without a bot's own templates. */
export const template = templateIntegration(null);
