import * as v from "valibot";
import type { AuthenticationMethod } from "../protocol/authentication-methods.ts";
import { isLoopback } from "./loopback.ts";

/** An identity provider for logins. It speaks OpenID Connect, or GitHub's own OAuth. */
export interface LoginProvider {
  /** Path segment of the provider in login URLs. */
  readonly id: string;
  readonly name: string;
  readonly icon: Preset | "openid";
  /** Authentication method that lets organizations enable the provider, or null for an owner-configured connection. */
  readonly method: AuthenticationMethod | null;
  readonly protocol: "openid" | "github";
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Secret that encrypts the provider's login cookies, known only to this server and its administrator. */
  readonly sealKey: string;
  readonly scope: string;
  /** Whether the provider can create accounts. Otherwise it only logs in existing ones. */
  readonly signsUp: boolean;
  /** Whether every email address from the provider counts as verified, even if not marked as such. */
  readonly vouches: boolean;
  /** Domains whose addresses the provider vouches for, or null for all. */
  readonly vouchedDomains: readonly string[] | null;
  /** Whether the provider always requires a second factor, so that the organization doesn't have to require one. */
  readonly asksSecondFactor: boolean;
  readonly isOff: boolean;
  readonly isOnly: boolean;
  /** Whether logging out here also logs the user out at the provider. */
  readonly endsSession: boolean;
  /** Id of the connection, or null for a provider configured by the operator. */
  readonly connection: number | null;
  /** Rules that derive a user's role and groups from login claims, or null for none. */
  readonly claimRules: ClaimRules | null;
  /** Subdomains of the organizations that can use the provider, or null for all. */
  readonly organizations: readonly string[] | null;
}

/** Roles that a login provider can assign. Owner is not one of them. */
export const givenRoles = ["administrator", "moderator", "member", "guest"] as const;
export type GivenRole = (typeof givenRoles)[number];

export interface ClaimRules {
  /** Name of the claim with role values, or a dotted path to it; "" if there is none. */
  readonly role_claim: string;
  readonly role_rules: readonly { readonly value: string; readonly role: GivenRole }[];
  /** Role of users whose claim has none of the values in `role_rules`. */
  readonly role_otherwise: "member" | "guest" | "unchanged";
  /** Name of the claim with group values, or a dotted path to it; "" if there is none. */
  readonly group_claim: string;
  readonly group_rules: readonly { readonly value: string; readonly group_id: number }[];
}

type Preset = keyof typeof presets;

const presets = {
  google: { name: "Google", method: "Google", issuer: "https://accounts.google.com" },
  microsoft: { name: "Microsoft", method: "AzureAD", issuer: undefined },
  gitlab: { name: "GitLab", method: "GitLab", issuer: "https://gitlab.com" },
  github: { name: "GitHub", method: "GitHub", issuer: "https://github.com" },
  okta: { name: "Okta", method: "OpenID Connect", issuer: undefined },
  keycloak: { name: "Keycloak", method: "OpenID Connect", issuer: undefined },
} as const satisfies Record<string, { name: string; method: AuthenticationMethod; issuer: string | undefined }>;

const MAX_PROVIDERS = 20;

const nonEmptyText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));
const providerSchema = v.strictObject({
  preset: v.optional(v.picklist(Object.keys(presets) as Preset[])),
  id: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be lowercase letters, digits and hyphens")),
  ),
  name: v.optional(v.pipe(nonEmptyText, v.maxLength(60))),
  issuer: v.optional(v.pipe(nonEmptyText, v.check(isSafeAddress, "must begin with https://"))),
  /** Microsoft directory (tenant) whose users can log in. */
  tenant: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/i, "must be the id of one directory"))),
  client_id: nonEmptyText,
  client_secret: v.pipe(nonEmptyText, v.minLength(8)),
  scope: v.optional(v.pipe(nonEmptyText, v.regex(/\bopenid\b/, "must have openid"))),
  sign_up: v.optional(v.boolean(), true),
  trust_email: v.optional(v.boolean(), false),
  second_factor: v.optional(v.boolean(), false),
  organizations: v.optional(v.pipe(v.array(v.pipe(v.string(), v.toLowerCase())), v.minLength(1))),
});
const providersSchema = v.pipe(v.string(), v.parseJson(), v.array(providerSchema), v.maxLength(MAX_PROVIDERS));

/**
 * Whether a URL uses TLS or is on this machine. Only a provider on the machine itself, such as one for tests, is
 * contacted without TLS.
 */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(host));
}

export interface ReadProviders {
  readonly loginProviders: readonly LoginProvider[];
  /** The error in the login provider configuration, or null. If there is one, there are no providers. */
  readonly loginProvidersProblem: string | null;
}

/** Parses LOGIN_PROVIDERS, a JSON list. If one entry is invalid, all are ignored. */
export function readLoginProviders(json: string | undefined): ReadProviders {
  if (!json) return { loginProviders: [], loginProvidersProblem: null };
  const read = v.safeParse(providersSchema, json);
  if (!read.success)
    return noProviders(read.issues.map((issue) => `${v.getDotPath(issue) ?? "list"}: ${issue.message}`)[0]);
  const loginProviders: LoginProvider[] = [];
  for (const [index, entry] of read.output.entries()) {
    const provider = providerOf(entry);
    if (typeof provider === "string") return noProviders(`${index}: ${provider}`);
    if (loginProviders.some(({ id }) => id === provider.id))
      return noProviders(`${index}: another one has the id ${provider.id}`);
    loginProviders.push(provider);
  }
  return { loginProviders, loginProvidersProblem: null };
}

/** `problem` must not contain the secrets of an entry. */
const noProviders = (problem = "unreadable"): ReadProviders => ({
  loginProviders: [],
  loginProvidersProblem: problem.replace(/received .*/s, "").trim(),
});

function providerOf(entry: v.InferOutput<typeof providerSchema>): LoginProvider | string {
  const preset = entry.preset === undefined ? undefined : presets[entry.preset];
  const id = entry.id ?? entry.preset;
  const name = entry.name ?? preset?.name;
  const issuer =
    entry.issuer ?? (entry.tenant && `https://login.microsoftonline.com/${entry.tenant}/v2.0`) ?? preset?.issuer;
  if (id === undefined || name === undefined) return "id and name are missing, or a preset";
  if (issuer === undefined) return entry.preset === "microsoft" ? "tenant is missing" : "issuer is missing";
  return {
    id,
    name,
    issuer: issuer.replace(/\/+$/, entry.preset === "github" ? "" : "$&"),
    icon: entry.preset ?? "openid",
    method: preset?.method ?? "OpenID Connect",
    protocol: entry.preset === "github" ? "github" : "openid",
    clientId: entry.client_id,
    clientSecret: entry.client_secret,
    sealKey: entry.client_secret,
    scope: entry.scope ?? (entry.preset === "github" ? "read:user user:email" : "openid email profile"),
    signsUp: entry.sign_up,
    vouches: entry.trust_email,
    vouchedDomains: null,
    asksSecondFactor: entry.second_factor,
    isOff: false,
    isOnly: false,
    endsSession: false,
    connection: null,
    claimRules: null,
    organizations: entry.organizations ?? null,
  };
}

/** Returns the login providers available to an organization, including those whose methods it has disabled. */
export const providersFor = (
  { loginProviders }: Pick<ReadProviders, "loginProviders">,
  subdomain: string,
): readonly LoginProvider[] =>
  loginProviders.filter(({ organizations }) => organizations === null || organizations.includes(subdomain));
