import { Failure } from "../os/failure.ts";

/**
 * Maximum time for the service's response. During a transfer, it sends three requests to this server, each with a
 * timeout of five seconds.
 */
const REQUEST_TIMEOUT_MS = 30_000;

/** An error returned by the push service, with the service's own message. */
export class RefusedByService extends Failure {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The push service gave no valid response. It may have processed the request. */
export class NoAnswer extends Failure {}

interface Registration {
  readonly hostname: string;
  readonly contact_email: string;
  /** The server's id and password at the push service, separated by a colon. */
  readonly key: string;
  readonly new_password?: string;
}

/** The push service's registration API for servers. */
export class PushRegistry {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Registers the server, or updates its registration. Returns whether it is new. */
  async register({ hostname, contact_email, key, new_password }: Registration): Promise<boolean> {
    const [id, password] = splitKey(key);
    const { created } = await this.#ask("server/register", {
      ...{ zulip_org_id: id, zulip_org_key: password, hostname, contact_email },
      ...(new_password !== undefined && { new_org_key: new_password }),
    });
    return created === true;
  }

  async deactivate(key: string): Promise<void> {
    await this.#ask("server/deactivate", {}, key);
  }

  /** Starts taking over a host name's registration. Returns the secret that the server must show. */
  async beginTransfer(hostname: string): Promise<string> {
    const { verification_secret: secret } = await this.#ask("server/register/transfer", { hostname });
    if (typeof secret !== "string") throw this.#noAnswer("it sent no secret");
    return secret;
  }

  /** Makes the service check that the server shows the secret. Returns the new key. */
  async endTransfer(hostname: string, access_token: string): Promise<string> {
    const reply = await this.#ask("server/register/verify_challenge", { hostname, access_token });
    const { zulip_org_id: id, zulip_org_key: password } = reply;
    const key = `${id}:${password}`;
    if (!/^[\w-]+:[\w+/=-]+$/.test(key)) throw this.#noAnswer("it sent no credentials");
    return key;
  }

  async #ask(path: string, form: Record<string, string>, key?: string): Promise<Record<string, unknown>> {
    let response: Response;
    let reply: unknown;
    try {
      response = await fetch(`${this.url.replace(/\/+$/, "")}/api/v1/remotes/${path}`, {
        method: "POST",
        headers: key === undefined ? {} : { authorization: `Basic ${btoa(key)}` },
        body: new URLSearchParams(form),
        redirect: "error",
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      reply = await response.json();
    } catch (error) {
      const { message, cause } = error as Error;
      throw this.#noAnswer(cause instanceof Error ? cause.message : message);
    }
    const { msg, code, ...fields } = isObject(reply) ? reply : {};
    if (response.ok && fields["result"] === "success") return fields;
    if (response.status >= 500 || typeof msg !== "string") throw this.#noAnswer(`HTTP ${response.status}`);
    throw new RefusedByService(msg, String(code ?? ""));
  }

  #noAnswer(why: string) {
    return new NoAnswer(`the push service at ${this.url} does not answer (${why})`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export function splitKey(key: string): readonly [id: string, password: string] {
  const colon = key.indexOf(":");
  return [key.slice(0, colon), key.slice(colon + 1)];
}
