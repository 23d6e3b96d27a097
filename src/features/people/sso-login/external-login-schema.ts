import * as v from "valibot";

export const externalLoginSchema = v.object({
  id: v.number(),
  /** The provider's `name` in /server_settings, or null if the operator has removed it. */
  provider: v.nullable(v.string()),
  name: v.string(),
  issuer: v.string(),
  linked_at: v.number(),
  used_at: v.number(),
  /** Whether the service can currently be used to log in. */
  works: v.boolean(),
});
