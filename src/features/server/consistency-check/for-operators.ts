import { withSetupToken } from "../organization-setup/setup-token.ts";

/**
 * Settings of endpoints for the server administrator. They count against the rate limit for files, because comparing a
 * large organization takes many pages.
 */
export const forOperators = { ...withSetupToken, limited: "files" } as const;
