import { exports } from "cloudflare:workers";
import type { Browser, BrowserReply } from "../../../support/browser.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { OWNER_PASSWORD } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** A directory that calls an organization over SCIM. */
export class Directory {
  constructor(
    readonly host: string,
    readonly token: string,
    readonly id = 0,
  ) {}

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await exports.default.fetch(`http://${this.host}/scim/v2${path}`, {
      method,
      headers: {
        Host: this.host,
        Authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/scim+json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }

  /** Returns the body of a response. Throws if the request was refused. */
  async ok(call: Promise<Answer>): Promise<Json> {
    const { status, body } = await call;
    if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  get = (path: string) => this.send("GET", path);
  post = (path: string, body: unknown) => this.send("POST", path, body);
  put = (path: string, body: unknown) => this.send("PUT", path, body);
  delete = (path: string) => this.send("DELETE", path);
  patch = (path: string, ...Operations: object[]) => this.send("PATCH", path, { schemas: [PATCH], Operations });

  user = (fields: object) => this.ok(this.post("/Users", { schemas: [USER], ...fields }));
  group = (displayName: string, ...ids: string[]) =>
    this.ok(this.post("/Groups", { displayName, members: ids.map((value) => ({ value })) }));
  find = (filter: string, kind = "Users") => this.ok(this.get(`/${kind}?filter=${encodeURIComponent(filter)}`));
}

const browsers = new WeakMap<Person, Promise<Browser>>();

/** Sends a request as an owner who has just logged in in a browser, which requests about connections require. */
export async function asOwner(owner: Person, method: string, path: string, fields: Json = {}): Promise<BrowserReply> {
  const browser = browsers.get(owner) ?? logIn(owner.host, owner.email, OWNER_PASSWORD);
  browsers.set(owner, browser);
  return (await browser).ask(method, path, fields);
}

export async function connect(owner: Person, fields: object = {}): Promise<Directory> {
  const terms = { name: "Okta", kind: "okta", ...fields };
  const reply = await succeeds(asOwner(owner, "POST", "/scim/connections", terms));
  return new Directory(owner.host, reply.token, reply.connection_id);
}
