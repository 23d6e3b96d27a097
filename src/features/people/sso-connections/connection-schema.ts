import * as v from "valibot";
import { givenRoles } from "../../../config/login-providers.ts";

export const otherwise = ["member", "guest", "unchanged"] as const;

export const connectionSchema = v.object({
  id: v.number(),
  /** The connection's `name` in /server_settings. */
  provider: v.string(),
  name: v.string(),
  issuer: v.string(),
  client_id: v.string(),
  domains: v.array(v.string()),
  trust_email: v.boolean(),
  sign_up: v.boolean(),
  second_factor: v.boolean(),
  scope: v.string(),
  role_claim: v.string(),
  role_rules: v.array(v.object({ value: v.string(), role: v.picklist(givenRoles) })),
  role_otherwise: v.picklist(otherwise),
  group_claim: v.string(),
  group_rules: v.array(v.object({ value: v.string(), group_id: v.number() })),
  service_logout: v.boolean(),
  enabled: v.boolean(),
  /** Whether the connection is the only way to log in. */
  only: v.boolean(),
  created_at: v.number(),
  /** The redirect URI, which must be registered at the service. */
  redirect_uri: v.string(),
  /** URLs where the service reports logouts, and where it redirects to after a logout. */
  backchannel_logout_uri: v.string(),
  post_logout_redirect_uri: v.string(),
});
