import * as v from "valibot";
import type { AuthenticationMethod } from "../protocol/authentication-methods.ts";
import { isLoopback } from "./loopback.ts";

/** An identity provider by which people log in: it speaks OpenID Connect, or GitHub's own OAuth. */
export interface LoginProvider {
  /** The provider's part of the addresses of a login. */
  readonly id: string;
  readonly name: string;
  readonly icon: Preset | "openid";
  /** The authentication method by which organizations switch it on and off; null for a connection of their owners. */
  readonly method: AuthenticationMethod | null;
  readonly protocol: "openid" | "github";
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The secret by which the cookies of its logins are sealed, which only this server knows besides whoever chose it. */
  readonly sealKey: string;
  readonly scope: string;
  /** Whether it may begin accounts; otherwise it only logs those in that are there. */
  readonly signsUp: boolean;
  /** Whether all addresses that it names count as verified, also those of which it does not say so. */
  readonly vouches: boolean;
  /** The domains whose addresses it vouches for; null for all. */
  readonly vouchedDomains: readonly string[] | null;
  /** Whether it asks everybody for a second factor itself, so that the organization need not. */
  readonly asksSecondFactor: boolean;
  /** Whether the owners whose connection it is have switched it off. */
  readonly isOff: boolean;
  /** Whether the organization has it as its only login, in place of all others. */
  readonly isOnly: boolean;
  /** Whether who logs out here is led on to log out there, too. */
  readonly endsSession: boolean;
  /** The id of the connection that it is; null for one of the operator. */
  readonly connection: number | null;
  /** Rules by which the claims of whoever logs in set their role and groups here; null where they set nothing. */
  readonly claimRules: ClaimRules | null;
  /** The subdomains of the organizations that it is for; null where it is for all. */
  readonly organizations: readonly string[] | null;
}

/** The roles that a login service can give: it makes no owners. */
export const givenRoles = ["administrator", "moderator", "member", "guest"] as const;
export type GivenRole = (typeof givenRoles)[number];

export interface ClaimRules {
  /** The name of the claim with values for roles, or the path to it with dots; "" where there is none. */
  readonly role_claim: string;
  readonly role_rules: readonly { readonly value: string; readonly role: GivenRole }[];
  /** The role of whoever has none of the values. */
  readonly role_otherwise: "member" | "guest" | "unchanged";
  /** The same for groups. */
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

const given = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));
const providerSchema = v.strictObject({
  preset: v.optional(v.picklist(Object.keys(presets) as Preset[])),
  id: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be lowercase letters, digits and hyphens")),
  ),
  name: v.optional(v.pipe(given, v.maxLength(60))),
  issuer: v.optional(v.pipe(given, v.check(isSafeAddress, "must begin with https://"))),
  /** The directory, at Microsoft, whose people log in. */
  tenant: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/i, "must be the id of one directory"))),
  client_id: given,
  client_secret: v.pipe(given, v.minLength(8)),
  scope: v.optional(v.pipe(given, v.regex(/\bopenid\b/, "must have openid"))),
  sign_up: v.optional(v.boolean(), true),
  trust_email: v.optional(v.boolean(), false),
  second_factor: v.optional(v.boolean(), false),
  organizations: v.optional(v.pipe(v.array(v.pipe(v.string(), v.toLowerCase())), v.minLength(1))),
});
const providersSchema = v.pipe(v.string(), v.parseJson(), v.array(providerSchema), v.maxLength(MAX_PROVIDERS));

/** Only a provider on the machine itself, such as one for tests, is asked without TLS. */
/** Whether an address has TLS, or is on this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(host));
}

interface ReadProviders {
  readonly loginProviders: readonly LoginProvider[];
  /** The reason why there are none although some were configured. */
  readonly loginProvidersProblem: string | null;
}

/** The providers of LOGIN_PROVIDERS, a list in JSON. Where one entry is wrong, none counts. */
export function readLoginProviders(json: string | undefined): ReadProviders {
  if (!json) return { loginProviders: [], loginProvidersProblem: null };
  const read = v.safeParse(providersSchema, json);
  if (!read.success)
    return without(read.issues.map((issue) => `${v.getDotPath(issue) ?? "list"}: ${issue.message}`)[0]);
  const loginProviders: LoginProvider[] = [];
  for (const [index, entry] of read.output.entries()) {
    const provider = providerOf(entry);
    if (typeof provider === "string") return without(`${index}: ${provider}`);
    if (loginProviders.some(({ id }) => id === provider.id))
      return without(`${index}: another one has the id ${provider.id}`);
    loginProviders.push(provider);
  }
  return { loginProviders, loginProvidersProblem: null };
}

/** The secrets of an entry are not repeated in what is wrong with it. */
const without = (problem = "unreadable"): ReadProviders => ({
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

/** The providers by which people of an organization may log in, where it has not switched their methods off. */
export const providersFor = (
  { loginProviders }: { readonly loginProviders: readonly LoginProvider[] },
  subdomain: string,
): readonly LoginProvider[] =>
  loginProviders.filter(({ organizations }) => organizations === null || organizations.includes(subdomain));
