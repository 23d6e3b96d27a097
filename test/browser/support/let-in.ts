import { createHash } from "node:crypto";
import { request } from "node:http";
import type { LookupFunction } from "node:net";
import { allowAssistant } from "../../process/support/allow-assistant.ts";
import type { Json, Person } from "../../process/support/person.ts";

const REDIRECT = "https://client.example/callback";
const KEY = "io.modelcontextprotocol/";

/** An assistant at /mcp that a user has authorized. */
export class LetIn {
  #calls = 0;

  private constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** Registers a client, makes the user grant it everything, and requests its token. */
  static async by(person: Person, name: string, approval: string): Promise<LetIn> {
    const url = `http://${person.host}`;
    const registration = { client_name: name, redirect_uris: [REDIRECT] };
    const { client_id } = await jsonOf(post(`${url}/oauth/register`, JSON.stringify(registration), "application/json"));
    const verifier = `${crypto.randomUUID()}${crypto.randomUUID()}`;
    const query = new URLSearchParams({
      ...{ client_id, redirect_uri: REDIRECT, response_type: "code", scope: "read offline_access" },
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    const scopes = ["read", "read:direct", "write", "write:direct"];
    const back = await allowAssistant(person, `${url}/oauth/authorize?${query}`, { scopes, approval, ask: askHere });
    const code = new URL(back).searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", client_id, code, code_verifier: verifier, redirect_uri: REDIRECT };
    const { access_token } = await jsonOf(post(`${url}/oauth/token`, new URLSearchParams(form)));
    return new LetIn(url, access_token);
  }

  /** Calls a tool. Returns the data of its result. */
  async call(name: string, args: Json): Promise<Json> {
    this.#calls += 1;
    const _meta = { [`${KEY}protocolVersion`]: "2026-07-28", [`${KEY}clientCapabilities`]: {} };
    const body = { jsonrpc: "2.0", id: this.#calls, method: "tools/call", params: { _meta, name, arguments: args } };
    const { result } = await jsonOf(
      post(`${this.url}/mcp`, JSON.stringify(body), "application/json", {
        ...{ authorization: `Bearer ${this.token}`, accept: "application/json, text/event-stream" },
        ...{ "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name },
      }),
    );
    if (result.isError) throw new Error(result.content[0].text);
    return result.structuredContent;
  }
}

const toThisMachine: LookupFunction = (_name, { all }, done) =>
  all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);

/** Like fetch, but resolves all names to this machine: browsers do so for `*.localhost`, but Node doesn't. */
const askHere: typeof fetch = async (input, init = {}) => {
  const asked = new Request(input, init);
  const body = Buffer.from(await asked.arrayBuffer());
  const headers = { ...Object.fromEntries(asked.headers), ...Object.fromEntries(new Headers(init.headers)) };
  return new Promise((resolve, reject) => {
    const sent = request(asked.url, { method: asked.method, headers, lookup: toThisMachine }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const { statusCode: status = 500, headers: told } = answer;
      resolve(new Response(Buffer.concat(parts), { status, headers: { location: told.location ?? "" } }));
    });
    sent.on("error", reject).end(body);
  });
};

const post = (url: string, body: BodyInit, type?: string, headers: Record<string, string> = {}) =>
  askHere(url, { method: "POST", body, headers: { ...headers, ...(type !== undefined && { "content-type": type }) } });

async function jsonOf(answer: Promise<Response>): Promise<Json> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}
