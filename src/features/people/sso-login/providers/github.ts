import * as oauth from "oauth4webapi";
import * as v from "valibot";
import type { Identity } from "../attempt.ts";
import { ExternalLoginRefused } from "../refused.ts";
import { discover } from "./discovery.ts";
import { type Binding, optionsFor, redeemCode } from "./openid.ts";
import type { AskedProvider } from "./provider-fetch.ts";

const userSchema = v.object({ id: v.number(), login: v.string(), name: v.nullish(v.string()) });
const emailsSchema = v.array(v.object({ email: v.string(), verified: v.boolean(), primary: v.boolean() }));

const apiOf = ({ issuer }: AskedProvider) =>
  new URL(issuer).host === "github.com" ? "https://api.github.com" : `${issuer}/api/v3`;

/** Returns the user who logged in at GitHub. It has no ID tokens, so its API is called with the token. */
export async function githubIdentity(
  provider: AskedProvider,
  answer: URLSearchParams,
  binding: Binding,
): Promise<Identity> {
  const [server, client] = [await discover(provider), { client_id: provider.clientId }];
  const response = await redeemCode(provider, server, answer, binding);
  const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
  const ask = async <S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S>> => {
    const headers = new Headers({ "user-agent": "Parley", accept: "application/vnd.github+json" });
    const url = new URL(apiOf(provider) + path);
    const told = await oauth.protectedResourceRequest(access_token, "GET", url, headers, null, optionsFor(provider));
    const read = v.safeParse(schema, await told.json().catch(() => null));
    if (!told.ok || !read.success) throw new ExternalLoginRefused("untrusted", `status ${told.status} of ${path}`);
    return read.output;
  };
  const user = await ask("/user", userSchema);
  const emails = (await ask("/user/emails", emailsSchema)).sort((a, b) => Number(b.primary) - Number(a.primary));
  return {
    issuer: provider.issuer,
    subject: String(user.id),
    emails: emails.filter(({ verified }) => verified).map(({ email }) => email),
    unverified: emails[0]?.email,
    full_name: user.name || user.login,
    login: { issuer: provider.issuer, subject: String(user.id) },
  };
}
