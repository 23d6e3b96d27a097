import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider from "oidc-provider";

/** The organization's client credentials at a login service. */
export const CLIENT = { client_id: "parley", client_secret: "the secret of the client" };
const SCOPES = ["openid", "email", "profile", "groups"];

interface Person {
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * A login service on this machine, based on a library that is used in production. Instead of showing a login form, it
 * lets the test choose who logs in.
 */
export class OpenIdService {
  readonly people = new Map<string, Person>();
  /** The user who logs in next, if the service has to ask who it is. */
  next = "";
  /** How many times the service asked which user is logging in. */
  asked = 0;
  /** The outcomes of the logout notifications that the service sent. */
  readonly told: string[] = [];
  /** Wrong claims for the next ID tokens. */
  wrong: Readonly<Record<string, unknown>> = {};
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #provider: Provider | undefined;
  #key: CryptoKey | undefined;
  /** Number of keys used so far. */
  #keys = 0;

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `http://${this.host}`;
  }

  get #kid(): string {
    return `key ${this.#keys}`;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Starts to serve one client with these URLs. Calling it again replaces the signing key. */
  async serve(addresses: {
    readonly redirect_uri: string;
    readonly backchannel_logout_uri: string;
    readonly post_logout_redirect_uri: string;
  }): Promise<void> {
    this.#keys += 1;
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    this.#key = privateKey;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [addresses.redirect_uri],
          post_logout_redirect_uris: [addresses.post_logout_redirect_uri],
          backchannel_logout_uri: addresses.backchannel_logout_uri,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: this.#kid, alg: "RS256", use: "sig" }] },
      cookies: { keys: ["a key of the test"] },
      scopes: SCOPES,
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => ({ sub, email_verified: true, ...this.people.get(sub) }),
      }),
      // The library's own fetch rejects local addresses, and times out after two seconds.
      fetch: (address: string, { dispatcher: _, signal: __, ...init }: RequestInit & { dispatcher?: unknown }) =>
        fetch(address, init),
      // biome-ignore lint/suspicious/noExplicitAny: the context of a request, whose form the package describes
      loadExistingGrant: async ({ oidc }: any) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope(SCOPES.join(" "));
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const token = context.oidc?.route === "token" ? context.body?.id_token : undefined;
      if (token !== undefined) context.body = { ...context.body, id_token: await this.#spoilt(token) };
    });
    provider.on("backchannel.success", () => this.told.push("taken"));
    provider.on("backchannel.error", (_, error) => this.told.push(String(error)));
    this.#provider = provider;
  }

  /** Returns the ID token with the wrong claims, signed again. */
  #spoilt(token: string): Promise<string> | string {
    if (this.#key === undefined || Object.keys(this.wrong).length === 0) return token;
    return new SignJWT({ ...decodeJwt(token), ...this.wrong })
      .setProtectedHeader({ alg: "RS256", kid: this.#kid })
      .sign(this.#key);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (provider === undefined) {
      response.writeHead(503).end();
      return;
    }
    if (request.url?.startsWith("/interaction/") !== true) {
      provider.callback()(request, response);
      return;
    }
    this.asked += 1;
    await provider.interactionFinished(request, response, { login: { accountId: this.next } });
  }
}
