import * as v from "valibot";

/** An email domain. Once it is verified, users with an address in it are led to its login service. */
export const loginDomainSchema = v.object({
  id: v.number(),
  domain: v.string(),
  /** TXT record that proves who owns the domain. */
  record_name: v.string(),
  record_value: v.string(),
  /** When the record was found. Null if it never was, or no longer exists. */
  verified_at: v.nullable(v.number()),
  checked_at: v.nullable(v.number()),
  /** When a check first missed a verified domain's record. The domain stays valid for another week. */
  missing_since: v.nullable(v.number()),
});
