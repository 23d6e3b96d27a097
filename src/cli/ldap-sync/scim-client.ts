import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../os/failure.ts";
import { readBody, send } from "../os/send.ts";

export type Resource = Readonly<Record<string, unknown>>;

/** Thrown if the server rejects one change. Others may still succeed. */
export class ScimRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const PAGE = 200;
/** Maximum attempts at a request while the server isn't ready or rate-limits it. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 65_000;
const NOT_NOW: readonly number[] = [429, 500, 502, 503, 504];

interface ScimServer {
  readonly address: URL;
  readonly token: string;
}

export class ScimClient {
  readonly #server: ScimServer;
  readonly #say: (line: string) => void;

  constructor(server: ScimServer, say: (line: string) => void) {
    this.#server = server;
    this.#say = say;
  }

  async all(kind: "Users" | "Groups", leftOut = ""): Promise<Resource[]> {
    const found = new Map<unknown, Resource>();
    for (let start = 1; ; ) {
      const more = leftOut === "" ? "" : `&excludedAttributes=${leftOut}`;
      const page = await this.call("GET", `/${kind}?startIndex=${start}&count=${PAGE}${more}`);
      const { Resources: resources, totalResults: total } = page;
      if (!Array.isArray(resources)) throw new Failure(`${this.#server.address} is not the address of a connection`);
      for (const one of resources as Resource[]) found.set(one["id"], one);
      start += resources.length;
      if (resources.length === 0 || start > Number(total)) return [...found.values()];
    }
  }

  /** Retries while the server isn't ready or rate-limits the request. */
  async call(method: string, path: string, content?: object): Promise<Resource> {
    const { address, token } = this.#server;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const body = content === undefined ? "" : JSON.stringify(content);
    for (let tries = 1; ; tries += 1) {
      const answer = await send(address, address.pathname.replace(/\/$/, "") + path, { method, headers, body })
        .then(async (response) => ({
          status: response.statusCode ?? 0,
          wait: 1000 * (Number(response.headers["retry-after"]) || 0),
          text: await readBody(response),
        }))
        .catch((error: Error) => error);
      if (!(answer instanceof Error) && !NOT_NOW.includes(answer.status)) return parseReply(answer);
      const why = answer instanceof Error ? answer.message : `it answers ${answer.status}`;
      if (tries >= MAX_ATTEMPTS) throw new Failure(`${address.origin} can't be reached: ${why}`);
      const wait = answer instanceof Error ? 0 : answer.wait;
      if (wait >= 1000) this.#say(`waits ${Math.ceil(wait / 1000)} s: ${address.origin} has had too many calls`);
      await pause(Math.min(MAX_PAUSE_MS, Math.max(wait, FIRST_PAUSE_MS * 2 ** (tries - 1))));
    }
  }
}

function parseReply({ status, text }: { readonly status: number; readonly text: string }): Resource {
  const content: Resource = text.startsWith("{") ? JSON.parse(text) : {};
  if (status >= 200 && status < 300) return content;
  const said = typeof content["detail"] === "string" ? content["detail"] : `the server answers ${status}`;
  // Without permission, no other request can succeed either.
  if (status === 401 || status === 403) throw new Failure(`${said} (status ${status})`);
  throw new ScimRefusal(status, said);
}
