import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** The next login at the fake provider, with any faults. */
export interface Login {
  readonly sub?: string;
  readonly email?: string | undefined;
  readonly email_verified?: boolean | undefined;
  readonly name?: string;
  /** Claims that an honest provider wouldn't send. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Userinfo claims; by default those of the ID token. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly fault?: "signature" | "down" | "slow discovery" | "huge" | "redirect" | "no nonce";
}

interface Code {
  readonly login: Login;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirect: string;
}

const keyPairs = Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256"), generateKeyPair("RS256")]);
const CLIENT = { client_id: "parley", client_secret: "the secret of the client" };

/** A fake of an OpenID provider and of GitHub. It answers requests without a network. */
export class LoginProvider {
  /** Paths that were requested. */
  readonly asked: string[] = [];
  readonly #codes = new Map<string, Code>();
  #login: Login = {};
  #isRotated = false;

  constructor(readonly issuer: string) {}

  /** Returns the provider's entry in LOGIN_PROVIDERS. */
  entry(more: object = {}): object {
    return { id: "example", name: "Example", issuer: this.issuer, ...CLIENT, ...more };
  }

  /** Sets who is logged in at the provider from now on. */
  become(login: Login): void {
    this.#login = login;
  }

  /** Replaces the provider's signing key with the other one of two. */
  rotateKeys(): void {
    this.#isRotated = !this.#isRotated;
  }

  /** Signs a token with the provider's key or, if `forged` is true, with another one. */
  async sign(claims: object, { forged = false, typ }: { forged?: boolean; typ?: string } = {}): Promise<string> {
    const [honest, forger, newer] = await keyPairs;
    const now = Math.floor(Date.now() / 1000);
    const own = this.#isRotated ? newer : honest;
    return new SignJWT({ iss: this.issuer, aud: CLIENT.client_id, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: this.#kid, ...(typ !== undefined && { typ }) })
      .sign((forged ? forger : own).privateKey);
  }

  get #kid(): string {
    return this.#isRotated ? "two" : "one";
  }

  /** Returns the URL to which the provider redirects the browser from an authorization URL. */
  authorize(address: string | URL): URL {
    const { searchParams: asked } = new URL(address);
    const redirect = asked.get("redirect_uri") ?? "";
    const code = crypto.randomUUID();
    const [nonce, challenge] = [asked.get("nonce"), asked.get("code_challenge")];
    this.#codes.set(code, { login: this.#login, nonce, challenge, redirect });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    return back;
  }

  async respond(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(new URL(this.issuer).pathname.replace(/\/$/, "").length);
    this.asked.push(path);
    const { fault } = this.#login;
    if (fault === "down") return new Response("down", { status: 503 });
    switch (path) {
      case "/.well-known/openid-configuration":
        return this.#configuration();
      case "/authorize":
        return Response.redirect(this.authorize(url).href, 302);
      case "/keys": {
        const [first, , newer] = await keyPairs;
        const { publicKey } = this.#isRotated ? newer : first;
        return Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: this.#kid, alg: "RS256", use: "sig" }] });
      }
      case "/token":
      case "/login/oauth/access_token":
        return this.#token(request);
      case "/userinfo":
        return Response.json(this.#login.userinfo ?? this.#claims(this.#login));
      case "/api/v3/user":
        return Response.json({ id: Number(this.#login.sub ?? 1), login: "noah", name: this.#login.name ?? null });
      case "/api/v3/user/emails":
        return Response.json(this.#login.claims?.["emails"] ?? []);
      default:
        return new Response("not found", { status: 404 });
    }
  }

  #configuration(): Response {
    const { issuer } = this;
    const { fault } = this.#login;
    if (fault === "huge") return new Response("x".repeat(2_000_000));
    if (fault === "redirect") return Response.redirect("http://10.0.0.1/secret", 302);
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/end`,
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256"],
      token_endpoint_auth_methods_supported: ["client_secret_basic"],
    });
  }

  async #token(request: Request): Promise<Response> {
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    const code = this.#codes.get(form.get("code") ?? "");
    this.#codes.delete(form.get("code") ?? "");
    const [id, secret] = atob((request.headers.get("authorization") ?? "").replace("Basic ", "")).split(":");
    if (id !== CLIENT.client_id || decodeURIComponent(secret?.replace(/\+/g, " ") ?? "") !== CLIENT.client_secret) {
      return Response.json({ error: "invalid_client" }, { status: 401 });
    }
    const verifier = new TextEncoder().encode(form.get("code_verifier") ?? "");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", verifier));
    const challenge = btoa(String.fromCharCode(...digest))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
    if (code === undefined || code.challenge !== challenge || code.redirect !== form.get("redirect_uri")) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    const more = new URL(request.url).pathname.endsWith("/token") ? { id_token: await this.#idToken(code) } : {};
    return Response.json({ access_token: "opaque", token_type: "bearer", expires_in: 60, ...more });
  }

  #idToken({ login, nonce }: Code): Promise<string> {
    const claims = { ...(login.fault !== "no nonce" && { nonce }), ...this.#claims(login) };
    return this.sign(claims, { forged: login.fault === "signature" });
  }

  #claims({ sub = "1", email, email_verified, name, claims }: Login) {
    return { sub, ...(email && { email }), ...(email_verified !== undefined && { email_verified }), name, ...claims };
  }
}
