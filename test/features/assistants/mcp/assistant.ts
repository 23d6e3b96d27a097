import { exports } from "cloudflare:workers";
import type { Json } from "../../../support/json.ts";
import type { Person } from "../../../support/person.ts";

const KEY = "io.modelcontextprotocol/";

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** A client of /mcp with the latest revision. */
export class Assistant {
  #id = 0;

  constructor(
    readonly account: Person,
    readonly path = "/mcp",
    readonly capabilities: object = {},
  ) {}

  /** Sends a request, and returns its result. Throws if the request fails. */
  async ask(method: string, params: object = {}): Promise<Json> {
    const { body, status } = await this.send(method, params);
    if (body?.result === undefined) throw new Error(`${method}: ${status} ${JSON.stringify(body)}`);
    return body.result;
  }

  /** Calls a tool and returns its text. Throws if the tool returns an error. */
  async tool(name: string, args: object = {}): Promise<string> {
    const { content, isError } = await this.ask("tools/call", { name, arguments: args });
    const text = content.map((one: Json) => one.text).join("\n");
    if (isError) throw new Error(text);
    return text;
  }

  /** Calls a tool and returns its structured content. */
  async data(name: string, args: object = {}): Promise<Json> {
    return (await this.ask("tools/call", { name, arguments: args })).structuredContent;
  }

  send(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<Answered> {
    const { body, headers: needed } = this.#request(method, params);
    return this.post(body, { ...needed, ...headers });
  }

  /** Sends a request that is answered with a stream, and returns the response. */
  stream(method: string, params: object, headers: Record<string, string> = {}): Promise<Response> {
    const { body, headers: needed } = this.#request(method, params);
    return this.#fetch(JSON.stringify(body), { ...needed, ...headers });
  }

  #request(method: string, params: object) {
    this.#id += 1;
    const named = params as { name?: string; uri?: string };
    const name = named.name ?? named.uri;
    const _meta = { [`${KEY}protocolVersion`]: "2026-07-28", [`${KEY}clientCapabilities`]: this.capabilities };
    return {
      body: { jsonrpc: "2.0", id: this.#id, method, params: { _meta, ...params } },
      headers: {
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
        ...(name !== undefined && { "Mcp-Name": name }),
      },
    };
  }

  async post(body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const response = await this.#fetch(typeof body === "string" ? body : JSON.stringify(body), headers);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  #fetch(body: string, headers: Record<string, string>): Promise<Response> {
    const { host, email, key } = this.account;
    return exports.default.fetch(`http://${host}${this.path}`, {
      method: "POST",
      headers: {
        ...{ Host: host, "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
        ...(key !== "" && { Authorization: `Basic ${btoa(`${email}:${key}`)}` }),
        ...headers,
      },
      body,
    });
  }
}
