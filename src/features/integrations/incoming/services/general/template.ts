import { templateIntegration } from "../../template/template-integration.ts";

/** The webhook for any JSON, as it is without templates of a bot's own. */
export const template = templateIntegration(null);
