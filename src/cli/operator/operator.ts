import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../os/failure.ts";
import { type Reply, replyOf, type SendOptions, send } from "../os/send.ts";

/** Time to wait for a server that stops responding, such as one that restarts, and for one that has never responded. */
const RECONNECT_TIMEOUT_MS = 120_000;
const FIRST_PATIENCE_MS = 5000;
const RETRY_MS = 500;
/** Pauses of at least this length are announced, so that no one waits long without knowing why. */
const LONG_PAUSE_MS = 2000;
/**
 * Maximum attempts at a request while the server isn't ready or rate-limits it, and the longest pause before an
 * attempt.
 */
const MAX_ATTEMPTS = 120;
const MAX_PAUSE_MS = 65_000;

export interface Server {
  readonly address: URL;
  readonly host: string;
  readonly token: string | undefined;
}

interface AskOptions {
  readonly once?: boolean;
  readonly tries?: number;
  readonly timeoutMs?: number;
}

export class RefusedByServer extends Failure {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** The operator's connection to a server, for requests about one of its organizations. */
export class Operator {
  readonly server: Server;
  readonly subdomain: string;

  #hasAnswered = false;

  constructor(server: Server, subdomain: string) {
    this.server = server;
    this.subdomain = subdomain;
  }

  about(subdomain: string) {
    return new Operator(this.server, subdomain);
  }

  get organizationHost() {
    const { host } = this.server;
    return this.subdomain ? `${this.subdomain}.${host}` : host;
  }

  /**
   * Calls an endpoint below /organizations, retrying while the server doesn't respond or isn't ready.
   *
   * @param how whether to fail instead of repeating a request that may have been received, the maximum attempts, and
   * the response timeout
   * @template Answer what the endpoint answers, which isn't checked
   */
  async ask<Answer extends object = Reply>(
    route: string,
    fields: Record<string, unknown> = {},
    { once = false, tries: most = MAX_ATTEMPTS, timeoutMs }: AskOptions = {},
  ): Promise<Answer> {
    const { token } = this.server;
    const form = new URLSearchParams({ subdomain: this.subdomain, ...(token && { setup_token: token }) });
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const path = `/api/v1/organizations${route && `/${route}`}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const deadline = Date.now() + (this.#hasAnswered ? RECONNECT_TIMEOUT_MS : FIRST_PATIENCE_MS);
    for (let tries = 1; ; ) {
      const signal = timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) };
      // The connection can also be lost after the head of the response.
      const answer = await this.send(path, { method: "POST", headers, body: form.toString(), ...signal })
        .then(readAnswer)
        .catch((error) => error);
      if (answer instanceof Error) {
        if (once || Date.now() > deadline) throw this.noAnswer(answer);
        await pause(RETRY_MS);
        continue;
      }
      this.#hasAnswered = true;
      const { status, reply, wait } = answer;
      if (status === 200 && reply.result === "success") return reply as object as Answer;
      const mayAskAgain = status === 429 || (!once && (status === 502 || status === 503));
      if (!mayAskAgain || tries >= most)
        throw new RefusedByServer(
          this.#wordsOf(reply, fields["email"]) ?? `the server answers ${status} to POST ${path}`,
          reply.code,
        );
      tries += 1;
      const restMs = Math.min(MAX_PAUSE_MS, Math.max(RETRY_MS, wait));
      if (restMs >= LONG_PAUSE_MS || tries % 20 === 0)
        console.error(`the server answers ${status}: ${reply.msg ?? path}; asking again in ${restMs / 1000} s`);
      await pause(restMs);
    }
  }

  /**
   * Returns an error's message. For an unknown user, it names the organization, because that is usually the wrong one.
   */
  #wordsOf({ msg }: Reply, email: unknown) {
    if (msg !== "No such user" || typeof email !== "string") return msg;
    const where = this.subdomain === "" ? "the organization without a subdomain" : `"${this.subdomain}"`;
    return `no account with ${email} in ${where}; --organization names another`;
  }

  noAnswer({ message }: Error) {
    return new Failure(`${this.server.address.origin} does not answer (${message})`);
  }

  /** The caller reads the response's body. */
  send(path: string, { headers, ...sent }: SendOptions): Promise<IncomingMessage> {
    return send(this.server.address, path, { headers: { host: this.server.host, ...headers }, ...sent });
  }
}

async function readAnswer(response: IncomingMessage) {
  const wait = 1000 * (Number(response.headers["retry-after"]) || 0);
  return { status: response.statusCode ?? 0, reply: await replyOf(response), wait };
}

interface OrganizationPage {
  readonly organizations: readonly ListedOrganization[];
  readonly next: string | null;
}

interface ListedOrganization {
  readonly subdomain: string;
  readonly number: number;
  readonly is_used: boolean;
}

export async function listOrganizations(operator: Operator, how?: AskOptions): Promise<ListedOrganization[]> {
  const all = [];
  let after: string | null = null;
  do {
    const page: OrganizationPage = await operator.ask("list", after === null ? {} : { after }, how);
    all.push(...page.organizations);
    after = page.next;
  } while (after !== null);
  return all;
}
