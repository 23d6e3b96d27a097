import * as v from "valibot";
import { optional, text, textParameter } from "../../../api/parameter.ts";
import { SUBDOMAIN } from "../../../config/host.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { isSetupOpen } from "../organization-setup/setup-token.ts";

export const operatorParams = {
  subdomain: optional(textParameter(v.union([v.literal(""), v.pipe(boundedText("address"), v.regex(SUBDOMAIN))])), ""),
  setup_token: optional(text("id")),
};

/**
 * Endpoints for the server administrator: they take the setup token, and also work in a deactivated organization. They
 * count against the rate limit for files, because comparing a large organization takes many pages.
 */
export const forOperators = {
  limited: "files",
  loopbackOnly: isSetupOpen,
  evenDeactivated: true,
  organization: ({ subdomain }: { readonly subdomain: string }) => subdomain,
} as const;
