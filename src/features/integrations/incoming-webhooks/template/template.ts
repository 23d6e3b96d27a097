import { templateIntegration } from "./template-integration.ts";

/** Webhook for any JSON, for bots without their own templates. */
export const template = templateIntegration(null);
