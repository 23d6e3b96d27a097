import { exports } from "cloudflare:workers";
import { createHash } from "node:crypto";
import type { Browser } from "./browser.ts";
import type { Json } from "./json.ts";
import { logIn } from "./log-in.ts";
import { PASSWORD } from "./organization.ts";

/** An assistant's program as an organization sees it: it is registered, and requests tokens. */
export class AssistantClient {
  verifier = `${crypto.randomUUID()}${crypto.randomUUID()}`;

  constructor(
    readonly host: string,
    readonly id: string,
    readonly redirect: string,
  ) {}

  get challenge(): string {
    return createHash("sha256").update(this.verifier).digest("base64url");
  }

  /** Returns the parameters of the client's authorization request. */
  request(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      client_id: this.id,
      redirect_uri: this.redirect,
      response_type: "code",
      code_challenge: this.challenge,
      code_challenge_method: "S256",
      scope: "read offline_access",
      state: "some state",
      resource: `http://${this.host}/mcp`,
      ...more,
    };
  }

  async token(fields: Readonly<Record<string, string>>): Promise<{ status: number; body: Json; headers: Headers }> {
    const body = new URLSearchParams({ client_id: this.id, ...fields });
    const response = await exports.default.fetch(`http://${this.host}/oauth/token`, {
      method: "POST",
      headers: { Host: this.host },
      body,
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  exchange = (code: string, more: Readonly<Record<string, string>> = {}) =>
    this.token({
      ...{ grant_type: "authorization_code", code, code_verifier: this.verifier, redirect_uri: this.redirect },
      ...more,
    });

  refresh = (refresh_token: string, more: Readonly<Record<string, string>> = {}) =>
    this.token({ grant_type: "refresh_token", refresh_token, ...more });
}

interface Registration {
  readonly name?: string;
  readonly redirect?: string;
  readonly more?: Json;
}

export async function registerClient(host: string, { name = "Claude", redirect, more }: Registration = {}) {
  const uri = redirect ?? "https://client.example/callback";
  const response = await exports.default.fetch(`http://${host}/oauth/register`, {
    method: "POST",
    headers: { Host: host, "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [uri], ...more }),
  });
  const body: Json = await response.json();
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return new AssistantClient(host, body.client_id, uri);
}

export interface Consent {
  readonly scopes?: readonly string[];
  readonly approval?: string;
  readonly excluded?: readonly number[];
  readonly decision?: "allow" | "deny";
  readonly request?: Readonly<Record<string, string>>;
}

/** Submits the consent form as a user, and returns the response. */
export async function consent(browser: Browser, client: AssistantClient, given: Consent = {}): Promise<Response> {
  const { scopes = ["read"], approval = "none", excluded = [], decision = "allow", request } = given;
  const form = new URLSearchParams({
    ...client.request(request),
    approval,
    decision,
    csrfmiddlewaretoken: browser.csrf,
  });
  for (const scope of scopes) form.append("allowed", scope);
  for (const id of excluded) form.append("excluded", String(id));
  return exports.default.fetch(`http://${client.host}/oauth/authorize`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Host: client.host,
      Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    body: form,
  });
}

/** Returns the query parameters with which a response redirects to the client. */
export function ledBack(response: Response): Record<string, string> {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`led nowhere: ${response.status}`);
  return Object.fromEntries(new URL(location).searchParams);
}

/** Logs a user in and authorizes a new client. Returns the client's tokens. */
export async function letIn(host: string, email: string, given: Consent & Registration & { password?: string } = {}) {
  const browser = await logIn(host, email, given.password ?? PASSWORD);
  const client = await registerClient(host, given);
  const { code = "" } = ledBack(await consent(browser, client, given));
  const { status, body } = await client.exchange(code);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { browser, client, access: String(body.access_token), refresh: String(body.refresh_token), body };
}
