import { exports } from "cloudflare:workers";
import type { Json } from "../../../support/json.ts";
import type { Connection } from "./connection.ts";

export const URN = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  enterprise: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
  search: "urn:ietf:params:scim:api:messages:2.0:SearchRequest",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
} as const;

export interface ScimReply {
  readonly status: number;
  readonly headers: Headers;
  /** Null if the response has no body. */
  readonly body: Json;
}

/** A SCIM client that sends only the necessary headers. Every response must have the format that RFC 7644 requires. */
export class ScimClient {
  constructor(
    readonly connection: Connection,
    /** Headers of every request. `Content-Type` is omitted without a body. */
    readonly headers: Readonly<Record<string, string>> = { "Content-Type": "application/scim+json" },
  ) {}

  get(path: string): Promise<ScimReply> {
    return this.send("GET", path);
  }
  post(path: string, body: Json): Promise<ScimReply> {
    return this.send("POST", path, body);
  }
  put(path: string, body: Json): Promise<ScimReply> {
    return this.send("PUT", path, body);
  }
  delete(path: string): Promise<ScimReply> {
    return this.send("DELETE", path);
  }
  /** Sends the operations of one PATCH. */
  patch(path: string, ...operations: Json[]): Promise<ScimReply> {
    return this.send("PATCH", path, { schemas: [URN.patch], Operations: operations });
  }
  /** Lists the resources that match a filter. */
  filter(kind: "Users" | "Groups", filter: string, more = ""): Promise<ScimReply> {
    return this.get(`/${kind}?filter=${encodeURIComponent(filter)}${more}`);
  }

  async send(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<ScimReply> {
    const { host, token } = this.connection;
    const all = new Headers({ Host: host, Authorization: `Bearer ${token}`, ...this.headers, ...headers });
    if (body === undefined) all.delete("Content-Type");
    const response = await exports.default.fetch(`http://${host}/scim/v2${path}`, {
      method,
      headers: all,
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
    const wrong = faultOf(reply);
    if (wrong !== null) throw new Error(`${method} ${path}: ${wrong}: ${response.status} ${text.slice(0, 2000)}`);
    return reply;
  }
}

/** Returns how a response violates the format that all responses must have. Null if it doesn't. */
function faultOf({ status, headers, body }: ScimReply): string | null {
  if (status >= 500 && status !== 501) return "a fault of the server";
  if (status === 204) return body === null ? null : "204 with a body";
  if (body === null) return "no body";
  if (!headers.get("Content-Type")?.startsWith("application/scim+json")) return "another Content-Type";
  if (status >= 400) {
    if (!body.schemas?.includes(URN.error)) return "not of the schema Error";
    if (body.status !== String(status)) return "the status is not repeated as text";
    if (typeof body.detail !== "string" || body.detail === "") return "no detail";
    if (status === 401 && !headers.get("WWW-Authenticate")?.startsWith("Bearer")) return "no WWW-Authenticate";
    if (status === 429 && !(Number(headers.get("Retry-After")) > 0)) return "no Retry-After";
    return null;
  }
  if (!Array.isArray(body.schemas) || body.schemas.length === 0) return "no schemas";
  if (body.schemas.includes(URN.list)) {
    const numbers = [body.totalResults, body.startIndex, body.itemsPerPage];
    if (!numbers.every(Number.isInteger)) return "totalResults, startIndex and itemsPerPage are not all numbers";
    if (body.itemsPerPage !== (body.Resources ?? []).length) return "itemsPerPage is not the number of resources";
    if (body.totalResults > 0 && body.itemsPerPage > body.totalResults) return "more resources than there are";
  }
  if (status === 201) {
    if (typeof body.id !== "string") return "created without an id";
    if (headers.get("Location") !== body.meta?.location) return "Location is not meta.location";
  }
  return null;
}

/** Returns the resource in a response. Throws if the request was refused. */
export async function resource(call: Promise<ScimReply>): Promise<Json> {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Returns the status and `scimType` of an error response. Throws if the request was accepted. */
export async function refusal(call: Promise<ScimReply>): Promise<[number, string | undefined]> {
  const { status, body } = await call;
  if (status < 400) throw new Error(`not refused: ${status} ${JSON.stringify(body)}`);
  return [status, body.scimType];
}

export const idsOf = (list: Json): string[] => (list.Resources ?? []).map(({ id }: Json) => id);
