import * as v from "valibot";
import { boolean, json, oneOf, optional, textParameter } from "../../../api/parameter.ts";
import { givenRoles, isSafeAddress } from "../../../config/login-providers.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { domainSchema } from "../../organization/email-domains/domain-name.ts";
import { otherwise } from "./connection-schema.ts";

const MAX_DOMAINS = 20;

const nonEmpty = (most: number) => v.pipe(boundedText("url"), v.trim(), v.nonEmpty(), v.maxLength(most));

const issuer = v.pipe(
  boundedText("url"),
  v.trim(),
  v.check(isSafeAddress, "Invalid {}: it must begin with https://"),
  v.check((text) => !/[?#]/.test(text), "Invalid {}: it has no query"),
);

const scope = v.pipe(
  nonEmpty(300),
  v.check((text) => text.split(" ").includes("openid"), "Invalid {}: it must have openid"),
);

/** Checks the number of domains before checking each. */
const domainList = v.pipe(v.array(boundedText("address")), v.maxLength(MAX_DOMAINS), v.array(domainSchema));

const MAX_RULES = 100;

const claim = v.pipe(boundedText("url"), v.trim(), v.maxLength(200));
const value = v.pipe(boundedText("url"), v.nonEmpty(), v.maxLength(200));

/** Each rule is for one value of a claim. */
const rulesOf = <const Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(MAX_RULES));

export const roleRules = rulesOf(v.object({ value, role: v.picklist(givenRoles) }));
export const groupRules = rulesOf(v.object({ value, group_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }));

/** Settings of a connection that owners choose. */
export const connectionParams = {
  name: textParameter(nonEmpty(60)),
  issuer: textParameter(issuer),
  client_id: textParameter(nonEmpty(1000)),
  client_secret: textParameter(v.pipe(nonEmpty(1000), v.minLength(8))),
  /** The company's email domains. */
  domains: optional(json(domainList), []),
  /** Whether addresses in these domains count as verified even if the service doesn't say so. */
  trust_email: optional(boolean, false),
  /** Whether logins through the service also create accounts. */
  sign_up: optional(boolean, true),
  /** Whether the service enforces two-factor authentication for everyone. */
  second_factor: optional(boolean, false),
  scope: optional(textParameter(scope), "openid email profile"),
  /** Whether logging out here also logs out of the service, if it supports that. */
  service_logout: optional(boolean, true),
  /** Claim with the values for role rules: its name, or a dotted path to it. "" if roles are only assigned here. */
  role_claim: optional(textParameter(claim), ""),
  role_rules: optional(json(roleRules), []),
  /** Role of users whose claim matches no role rule. */
  role_otherwise: optional(oneOf(...otherwise), "member"),
  /** Claim with the values for group rules, in the form of `role_claim`. */
  group_claim: optional(textParameter(claim), ""),
  group_rules: optional(json(groupRules), []),
};
