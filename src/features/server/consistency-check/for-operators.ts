import { isSetupOpen } from "../organization-setup/setup-token.ts";

/**
 * Settings of endpoints for the server administrator. They require the setup token, and also work in a deactivated
 * organization. They count against the rate limit for files, because comparing a large organization takes many pages.
 */
export const forOperators = {
  limited: "files",
  loopbackOnly: isSetupOpen,
  evenDeactivated: true,
  organization: ({ subdomain }: { readonly subdomain: string }) => subdomain,
} as const;
