// A fake of the push service with which servers register devices and through which they send pushes. It is based on the
// service's published API. It refuses what the published service refuses, records every byte it receives, and fails
// when a test says so.
import type * as v from "valibot";
import type { Answered, Asked, AskedBy, Fields } from "./calls.ts";
import { formOf, jsonOf, Refusal, read } from "./checks.ts";
import { addInstallation, installationCalls } from "./installation-calls.ts";
import { plainCalls } from "./plain-calls.ts";
import { type Received, readableIn } from "./received.ts";
import { sealedCalls } from "./sealed-calls.ts";
import { toBase64 } from "./sealing.ts";
import { type Arrival, type Installation, type PushStatus, ServiceState } from "./service-state.ts";

const open = { ...sealedCalls.open, ...plainCalls.open, ...installationCalls.open };
const authenticated = {
  ...sealedCalls.authenticated,
  ...plainCalls.authenticated,
  ...installationCalls.authenticated,
};
const BELOW = "/api/v1/remotes/";

export type Fault =
  /** A response other than the call's own: an error of the service, or plain text. */
  | { readonly status: number; readonly code?: string; readonly message?: string; readonly text?: string }
  /** Delays the response until this resolves. */
  | { readonly until: Promise<unknown> }
  /** Breaks the connection before or after the call has been handled. */
  | { readonly cut: "before" | "after" };

/** Typical errors of the service. */
export const FAULTS = {
  down: { status: 500, text: "<h1>Server Error (500)</h1>" },
  gateway: { status: 502, text: "<html>Bad Gateway</html>" },
  busy: { status: 429, code: "RATE_LIMIT_HIT", message: "API usage exceeded rate limit" },
  missingRealm: { status: 403, code: "MISSING_REMOTE_REALM", message: "Organization not registered" },
  disallowed: {
    status: 403,
    code: "PUSH_NOTIFICATIONS_DISALLOWED",
    message: "Your plan doesn't allow sending push notifications. Reason provided by the server: Missing data",
  },
  badCredentials: { status: 401, code: "INVALID_ZULIP_SERVER", message: "Zulip server auth failure" },
  expired: { status: 400, code: "REQUEST_EXPIRED", message: "Request expired" },
  badPublicKey: { status: 400, code: "INVALID_BOUNCER_PUBLIC_KEY", message: "Invalid bouncer_public_key" },
} as const satisfies Record<string, Fault>;

/** Thrown to break the connection. */
export class CutConnection extends Error {}

interface BouncerOptions {
  /** Credentials of an already registered installation, as `id:key`. */
  readonly credentials?: string;
  readonly nowMs?: () => number;
  /** Sends the service's requests to the host name that an installation claims. */
  readonly fetchOutside?: (url: string) => Promise<Response>;
}

export class Bouncer {
  readonly state: ServiceState;
  /** Every request, including refused and cut-off ones. */
  readonly received: Received[] = [];
  /** Errors that no response reports, such as a failed assertion in the published service. */
  readonly failures: string[] = [];
  /** Returns how a request should fail, given its call and the number of earlier requests of that call. */
  fault: (call: string, count: number) => Fault | undefined = () => undefined;
  readonly #fetchOutside: (url: string) => Promise<Response>;

  constructor({ credentials, nowMs, fetchOutside }: BouncerOptions = {}) {
    this.state = new ServiceState(nowMs);
    this.#fetchOutside = fetchOutside ?? (() => Promise.reject(new TypeError("no such host")));
    const [id, key] = credentials?.split(":") ?? [];
    if (id !== undefined && key !== undefined) addInstallation(this.state, id, key);
  }

  /** The public key for which registrations are sealed, in the format in which apps and servers send it. */
  get publicKey(): string {
    return toBase64(this.state.keys.publicKey);
  }

  get arrivals(): readonly Arrival[] {
    return this.state.arrivals;
  }

  /** Returns the requests of a call, such as `POST push/e2ee/notify`. */
  requests(call: string): Received[] {
    return this.received.filter((one) => one.call === call);
  }

  /** Returns those of the texts that the service could read in the requests whose calls start with a prefix. */
  readable(calls: string, texts: readonly string[]): string[] {
    return readableIn(
      this.received.filter(({ call }) => call.startsWith(calls)),
      texts,
    );
  }

  /** Sets the status of every known organization. */
  setStatus(status: PushStatus): void {
    for (const realm of this.state.realms.values()) realm.status = status;
  }

  async respond(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const call = `${request.method} ${path.startsWith(BELOW) ? path.slice(BELOW.length) : path}`;
    const body = new Uint8Array(await request.arrayBuffer());
    const count = this.requests(call).length;
    this.received.push({ call, headers: Object.fromEntries(request.headers), body, atMs: this.state.nowMs() });
    const fault = this.fault(call, count);
    if (fault && "status" in fault) return faulty(fault);
    if (fault && "until" in fault) await fault.until;
    if (fault && "cut" in fault && fault.cut === "before") throw new CutConnection();
    const response = await this.#answer(call, request.headers, new TextDecoder().decode(body));
    if (fault && "cut" in fault) throw new CutConnection();
    return response;
  }

  async #answer(call: string, headers: Headers, body: string): Promise<Response> {
    try {
      return Response.json({ result: "success", msg: "", ...(await this.#run(call, headers, body)) });
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      this.failures.push(`${call}: ${error instanceof Error ? error.message : error}`);
      return faulty(FAULTS.down);
    }
  }

  #run(call: string, headers: Headers, body: string): Answered {
    const type = headers.get("content-type") ?? "";
    const asked: Asked = {
      state: this.state,
      form: (schema) => this.#form(call, schema, formOf(type, body)),
      json: (schema) => read(schema, jsonOf(type, body)),
      fetchOutside: this.#fetchOutside,
    };
    const openCall = open[call];
    if (openCall) return openCall(asked);
    const byInstallation = authenticated[call];
    if (!byInstallation) throw new Refusal("BAD_REQUEST", "Not found", 404);
    const by: AskedBy = { ...asked, installation: this.#authenticate(headers.get("authorization")) };
    return byInstallation(by);
  }

  /** Parses a form. Like the published service, ignores unknown fields, but records them for tests. */
  #form<Schema extends Fields>(call: string, schema: Schema, form: Record<string, string>): v.InferOutput<Schema> {
    const unknown = Object.keys(form).filter((name) => !(name in schema.entries));
    this.state.ignored.push(...unknown.map((name) => `${call} ${name}`));
    return read(schema, form);
  }

  #authenticate(header: string | null): Installation {
    const pair = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header ?? "")?.[1];
    if (pair === undefined) {
      throw new Refusal("UNAUTHORIZED", "Missing authorization header for basic auth", 401);
    }
    const [id = "", ...rest] = atob(pair).split(":");
    const installation = this.state.installations.get(id);
    const refuse = (message: string) => new Refusal("INVALID_ZULIP_SERVER", message, 401, { role: id });
    if (!installation) throw refuse(`Zulip server auth failure: ${id} is not registered`);
    if (installation.key !== rest.join(":")) throw refuse(`Zulip server auth failure: key does not match role ${id}`);
    if (installation.isDeactivated) {
      throw new Refusal("BAD_REQUEST", "The registration for your server has been deactivated", 401);
    }
    return installation;
  }
}

function refused({ code, message, status, more }: Refusal): Response {
  return Response.json({ result: "error", msg: message, code, ...more }, { status });
}

function faulty({ status, code, message, text }: Extract<Fault, { status: number }>): Response {
  if (text !== undefined) return new Response(text, { status, headers: { "content-type": "text/html" } });
  return refused(new Refusal(code ?? "BAD_REQUEST", message ?? "", status));
}
