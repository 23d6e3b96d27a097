import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { text } from "node:stream/consumers";
import { SETUP_TOKEN, type Server } from "./launch.ts";

export type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: a reply, as JSON; the tests say what is in it
export type Json = any;

export interface Reply {
  readonly status: number;
  readonly body: Json;
}

/** The password of every user that a test creates. */
export const PASSWORD = "correct horse battery";

/** Response timeout, longer than the server lets a poll wait. */
const PATIENCE_MS = 70_000;

/**
 * An account, or an anonymous caller, that sends requests to a server. The server can be killed and restarted in the
 * meantime.
 */
export class Person {
  readonly url: string;
  readonly email: string;
  readonly key: string;
  readonly id: number;
  /** The value of the Host header, which differs from the URL's host for organizations at subdomains. */
  readonly host: string;

  constructor(url: string, email: string, key: string, id = 0, host = new URL(url).host) {
    this.url = url;
    this.email = email;
    this.key = key;
    this.id = id;
    this.host = host;
  }

  get(path: string, fields: Fields = {}, signal?: AbortSignal): Promise<Reply> {
    const query = form(fields);
    return this.send("GET", query.size > 0 ? `${path}?${query}` : path, undefined, signal);
  }
  post(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("POST", path, form(fields));
  }
  patch(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("PATCH", path, form(fields));
  }
  delete(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("DELETE", path, form(fields));
  }

  /** Returns the body of a response. Throws if the request was refused. */
  async ok(call: Promise<Reply>): Promise<Json> {
    const { status, body } = await call;
    if (status !== 200 || body.result !== "success") throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Sends one request. Rejects if the connection breaks or the response isn't JSON. */
  async send(method: string, path: string, body?: URLSearchParams | FormData, signal?: AbortSignal): Promise<Reply> {
    const headers: Record<string, string> = { Host: this.host, "User-Agent": "ParleyTest/1.0" };
    if (this.key !== "") headers["Authorization"] = `Basic ${btoa(`${this.email}:${this.key}`)}`;
    const encoded = new Response(body);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    const type = encoded.headers.get("Content-Type");
    if (type !== null) Object.assign(headers, { "Content-Type": type, "Content-Length": bytes.length });
    const timeout = AbortSignal.timeout(PATIENCE_MS);
    const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const response = await this.#answer(`/api/v1${path}`, { method, headers, signal: either }, bytes);
    const said = await text(response);
    return { status: response.statusCode ?? 0, body: said === "" ? null : JSON.parse(said) };
  }

  /** Sends a request. Sends it again if the server was just closing the kept-alive connection. */
  async #answer(path: string, options: RequestOptions, bytes: Buffer): Promise<IncomingMessage> {
    // `fetch` can't send a Host header other than the host it connects to.
    const sent = httpRequest(`${this.url}${path}`, options);
    sent.end(bytes);
    try {
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return response;
    } catch (error) {
      if (!sent.reusedSocket || (error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
      return this.#answer(path, { ...options, agent: false }, bytes);
    }
  }

  /** Fetches a page of the organization outside the API, without credentials. */
  async page(path: string): Promise<{ status: number; said: string }> {
    const sent = httpRequest(`${this.url}${path}`, { headers: { Host: this.host } });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, said: await text(response) };
  }

  /** Logs in like a browser, and returns the cookies. */
  logIn(password: string): Promise<string[]> {
    return this.cookiesFrom("/login", { username: this.email, password });
  }

  protected async cookiesFrom(path: string, fields: Fields): Promise<string[]> {
    const body = form(fields).toString();
    const headers = { Host: this.host, "Content-Type": "application/x-www-form-urlencoded" };
    const response = await this.#answer(`/api/v1${path}`, { method: "POST", headers }, Buffer.from(body));
    const said = await text(response);
    if (response.statusCode !== 200) throw new Error(`not logged in: ${said}`);
    return response.headers["set-cookie"] ?? [];
  }

  /** Logs in, and sends a request as a browser does. */
  async askInBrowser(password: string, method: string, path: string, fields: Fields = {}): Promise<Json> {
    const cookies = (await this.logIn(password)).map((one) => one.split(";")[0] ?? "");
    const csrf = cookies.find((one) => one.startsWith("csrftoken="))?.split("=")[1] ?? "";
    const type = "application/x-www-form-urlencoded";
    const headers = { Host: this.host, Cookie: cookies.join("; "), "X-CSRFToken": csrf, "Content-Type": type };
    const bytes = Buffer.from(form(fields).toString());
    const response = await this.#answer(`/json${path}`, { method, headers }, bytes);
    const said = await text(response);
    if (response.statusCode !== 200) throw new Error(`refused with ${response.statusCode}: ${said}`);
    return JSON.parse(said);
  }

  /** Creates an account in the same organization, and logs in to it. By default, its role is member. */
  async invite(name: string, role = 400): Promise<Person> {
    const email = `${name.toLowerCase()}@example.com`;
    const { user_id } = await this.ok(this.post("/users", { email, full_name: `${name} Example`, password: PASSWORD }));
    if (role !== 400) await this.ok(this.patch(`/users/${user_id}`, { role }));
    return this.as(email, PASSWORD);
  }

  /** Returns an account of the same organization that authenticates with a key. */
  withKey = (email: string, key: string): Person => new Person(this.url, email, key, 0, this.host);

  /** Logs in to an account of the same organization with a password. */
  async as(username: string, password: string): Promise<Person> {
    const stranger = new Person(this.url, "", "", 0, this.host);
    const { email, api_key, user_id } = await this.ok(stranger.post("/fetch_api_key", { username, password }));
    return new Person(this.url, email, api_key, user_id, this.host);
  }

  /** Creates a channel that these users are subscribed to, and returns its id. */
  async channel(name: string, people: readonly Person[], fields: Fields = {}): Promise<number> {
    const principals = people.map(({ id }) => id);
    await this.ok(this.post("/users/me/subscriptions", { subscriptions: [{ name }], principals, ...fields }));
    return (await this.ok(this.get("/get_stream_id", { stream: name }))).stream_id;
  }
}

function form(fields: Fields): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) sent.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return sent;
}

/** Returns the owner of the organization that a server created on its first start. */
export async function ownerOf({
  url,
  credentials: { email, key },
}: Pick<Server, "url" | "credentials">): Promise<Person> {
  const { user_id } = await new Person(url, email, key).ok(new Person(url, email, key).get("/users/me"));
  return new Person(url, email, key, user_id);
}

/** Creates an organization at a subdomain, and returns its owner. By default, its name is the subdomain. */
export async function foundOrganization(
  { url }: Pick<Server, "url">,
  subdomain: string,
  name = subdomain,
): Promise<Person> {
  const stranger = new Person(url, "", "");
  const account = { email: "owner@example.com", full_name: "Owner", password: PASSWORD, setup_token: SETUP_TOKEN };
  const made = await stranger.ok(stranger.post("/organizations", { name, subdomain, ...account }));
  return new Person(url, made.email, made.api_key, made.user_id, `${subdomain}.localhost:${new URL(url).port}`);
}
